import "server-only"
import type { AnswerText, StreamedAnswer } from "@/lib/client"

/**
 * Caches and copies answer within this time; a page that waits longer shows its frame and head
 * first.
 */
const atOnceMs = 100

/** Returns the answer, or undefined if it takes longer; the answer stays usable later. */
export async function answerInTime<T>(
  answer: Promise<T>,
  withinMs = atOnceMs,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    // Answers that arrived while the process was busy count as in time.
    timer = setTimeout(() => setImmediate(resolve, undefined), withinMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The response headers that the browser needs. */
const carried = /^(content-type|retry-after|x-.*)$/

async function readText(answer: Response): Promise<AnswerText> {
  const headers = [...answer.headers].filter(([name]) => carried.test(name))
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    text: await answer.text(),
  }
}

/**
 * Streams an answer to the query that would otherwise request it; if it fails or is undefined, the
 * browser sends the request.
 */
export const streamAnswer = (
  { url, queryKey }: Pick<StreamedAnswer, "url" | "queryKey">,
  answer: Promise<Response | undefined>,
): StreamedAnswer => ({
  url,
  queryKey,
  answer: answer.then((found) => found && readText(found)).catch(() => undefined),
})
