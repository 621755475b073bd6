export function timedStep<Answer>(
  title: string,
  work: (tell: (text: string) => void) => Promise<Answer>,
): Promise<Answer>
