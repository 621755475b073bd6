import "server-only"
import { dehydrate, QueryClient } from "@tanstack/react-query"
import { askOperation } from "@/app/backend"
import type { ListOperation, ListQuery, PathParameters } from "@/lib/catalogue"
import { firstPageSearch, listOptions, readPage, singlePage, toProblem } from "@/lib/client"
import { answerInTime } from "@/lib/client/answer-in-time"

/** Until then the browser has joined those who wait for the same answer, or has gone. */
const untilBrowserAsksMs = 5000

/**
 * The first page of a view, read in process, as state for the browser's queries; or why it could not be
 * read. Where it takes long, the browser asks for the same and waits in sight of the person.
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
  if (!complete) return { state: dehydrate(client) }
  const options = listOptions(operation, parameters, query)
  try {
    const answer = await answerInTime(
      askOperation(operation, parameters, {
        search: firstPageSearch(operation, query),
        signal: AbortSignal.timeout(untilBrowserAsksMs),
      }),
    )
    if (!answer) return { state: dehydrate(client) }
    const page = await readPage(answer)
    client.setQueryData(options.queryKey, singlePage(options, page))
    return { state: dehydrate(client), shown: page.shown }
  } catch (error) {
    const { details } = toProblem(error)
    return { state: dehydrate(client), problem: { url: options.firstUrl, details } }
  }
}
