import "server-only"
import type { AnswerText, StreamedAnswer } from "@/lib/client"

/** What a cache or a copy answers within; a page that waits longer shows its frame and head first. */
const atOnceMs = 100

/** An answer that is still wanted afterwards, or undefined where it takes longer. */
export async function answerInTime<T>(
  answer: Promise<T>,
  withinMs = atOnceMs,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    // What has come while the process was busy counts as in time.
    timer = setTimeout(() => setImmediate(resolve, undefined), withinMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** What the browser needs of an answer's headers. */
const carried = /^(content-type|retry-after|x-.*)$/

async function readText(answer: Response): Promise<AnswerText> {
  const headers = [...answer.headers].filter(([name]) => carried.test(name))
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    text: await answer.text(),
  }
}

/** An answer that a page's stream carries to the query that would ask for it; where it comes to nothing, or is undefined, the browser asks. */
export const streamAnswer = (
  { url, queryKey }: Pick<StreamedAnswer, "url" | "queryKey">,
  answer: Promise<Response | undefined>,
): StreamedAnswer => ({
  url,
  queryKey,
  answer: answer.then((found) => found && readText(found)).catch(() => undefined),
})
