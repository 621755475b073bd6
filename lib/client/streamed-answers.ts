/**
 * A response of our own API as plain data, as a page's stream carries it; a refusal keeps its full
 * body.
 */
export interface AnswerText {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A read that the page's server started for one of the page's queries. */
export interface StreamedAnswer {
  /** The URL that the browser would request. */
  readonly url: string
  readonly queryKey: readonly unknown[]
  /** Undefined if it takes so long that the browser sends its own request. */
  readonly answer: Promise<AnswerText | undefined>
}

const offered = new Map<string, StreamedAnswer>()
/** Returning to a page restores the same responses, which are outdated by then. */
const over = new WeakSet<StreamedAnswer["answer"]>()

/**
 * Lets reads of the same URLs wait for these responses instead of sending requests, once each and
 * until they are withdrawn.
 */
export function offerStreamed(answers: readonly StreamedAnswer[]): void {
  for (const each of answers) if (!over.has(each.answer)) offered.set(each.url, each)
}

/** The responses that no read has waited for yet. */
export const notTaken = (answers: readonly StreamedAnswer[]): StreamedAnswer[] =>
  answers.filter((each) => offered.get(each.url) === each)

/** Withdraws these responses permanently. */
export function withdrawStreamed(answers: readonly StreamedAnswer[]): void {
  for (const each of notTaken(answers)) offered.delete(each.url)
  for (const { answer } of answers) over.add(answer)
}

/** The streamed response for a URL; undefined if there is none, or if it fails. */
export async function takeStreamed(url: string): Promise<Response | undefined> {
  const found = offered.get(url)
  if (!found) return undefined
  offered.delete(url)
  try {
    // React's streamed values can be awaited, but lack a promise's `catch`.
    const answer = await found.answer
    return answer && new Response(answer.text, answer)
  } catch {
    // The page's connection was lost, together with everything that it would have streamed.
    return undefined
  }
}
