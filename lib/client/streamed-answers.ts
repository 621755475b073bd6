/** An answer of our own API as plain data, as the stream of a page carries it: a refusal keeps all of its body. */
export interface AnswerText {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A read that a page's server has begun for one of the page's queries. */
export interface StreamedAnswer {
  /** As the browser would ask. */
  readonly url: string
  readonly queryKey: readonly unknown[]
  /** Undefined where it takes so long that the browser asks itself. */
  readonly answer: Promise<AnswerText | undefined>
}

const offered = new Map<string, StreamedAnswer>()
/** A page that is gone back to comes with the same answers, which are old by then. */
const over = new WeakSet<StreamedAnswer["answer"]>()

/** Has reads of the same URLs wait for these answers instead of asking, once and until they are withdrawn. */
export function offerStreamed(answers: readonly StreamedAnswer[]): void {
  for (const each of answers) if (!over.has(each.answer)) offered.set(each.url, each)
}

/** Those that nobody has waited for so far. */
export const notTaken = (answers: readonly StreamedAnswer[]): StreamedAnswer[] =>
  answers.filter((each) => offered.get(each.url) === each)

/** Ends the offer of these answers for good. */
export function withdrawStreamed(answers: readonly StreamedAnswer[]): void {
  for (const each of notTaken(answers)) offered.delete(each.url)
  for (const { answer } of answers) over.add(answer)
}

/** The offered answer to a read of that URL; undefined where there is none, or where it does not come. */
export async function takeStreamed(url: string): Promise<Response | undefined> {
  const found = offered.get(url)
  if (!found) return undefined
  offered.delete(url)
  try {
    // What React carries can be awaited, and has no `catch` of a promise.
    const answer = await found.answer
    return answer && new Response(answer.text, answer)
  } catch {
    // The connection of the page is lost, and with it all that it would have carried.
    return undefined
  }
}
