import "server-only"
import { dehydrate, QueryClient } from "@tanstack/react-query"
import { readBackend } from "@/app/backend"
import { answerInTime, streamAnswer } from "@/app/stream-answer"
import type { ListOperation, ListQuery, PathParameters } from "@/lib/catalogue"
import { listOptions, readPage, singlePage, toProblem } from "@/lib/client"

/**
 * A longer wait means the person has left or the quota is exhausted; then the browser repeats the
 * request.
 */
const streamedWithinMs = 5000
/** Keeps the request alive until the browser's identical request has joined it. */
const untilBrowserAsksMs = 8000

/**
 * Reads a view's first page in process: as query state if it is available at once, as a problem if
 * it fails, else as a streamed response.
 */
export async function readFirstPage(
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
) {
  const client = new QueryClient()
  const complete = Object.keys(operation.parameters).every((name) =>
    Object.hasOwn(parameters, name),
  )
  if (!complete) return { state: dehydrate(client), streamed: [] }
  const options = listOptions(operation, parameters, query)
  const { firstUrl: url, queryKey } = options
  const requested = readBackend(url, AbortSignal.timeout(untilBrowserAsksMs))
  try {
    const answer = await answerInTime(requested)
    if (!answer) {
      const following = answerInTime(requested, streamedWithinMs)
      return { state: dehydrate(client), streamed: [streamAnswer({ url, queryKey }, following)] }
    }
    const page = await readPage(answer)
    client.setQueryData(queryKey, singlePage(options, page))
    return { state: dehydrate(client), streamed: [] }
  } catch (error) {
    const { details } = toProblem(error)
    return { state: dehydrate(client), streamed: [], problem: { url, details } }
  }
}
