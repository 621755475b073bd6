import "server-only"
import { dehydrate, QueryClient } from "@tanstack/react-query"
import { readBackend } from "@/app/backend"
import { answerInTime, streamAnswer } from "@/app/stream-answer"
import type { ListOperation, ListQuery, PathParameters } from "@/lib/catalogue"
import { listOptions, readPage, singlePage, toProblem } from "@/lib/client"

/** Whoever waits longer has gone, or waits for the quota: then the browser asks for the same. */
const streamedWithinMs = 5000
/** Until then it has joined those who wait for the same answer. */
const untilBrowserAsksMs = 8000

/**
 * The first page of a view, read in process, as state for the browser's queries where it is there at once;
 * or why it could not be read; else as an answer that follows in the page's stream.
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
