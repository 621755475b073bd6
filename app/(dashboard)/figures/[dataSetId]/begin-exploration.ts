import "server-only"
import { dehydrate, QueryClient } from "@tanstack/react-query"
import { pageApi, readBackend } from "@/app/backend"
import { streamAnswer } from "@/app/stream-answer"
import { explorerQueries } from "@/components/kpis/explorer-queries"
import type { ListOperation, SeriesQuery } from "@/lib/catalogue"
import { syncOptions } from "@/lib/client"

/**
 * The explorer's initial data: the state of copies, and queries of the current copy as streamed
 * responses.
 */
export async function beginExploration(
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuery,
) {
  const client = new QueryClient()
  const copies = await pageApi
    .get("/api/sync", { query: { operation: operation.id } })
    .catch(() => undefined)
  if (!copies) return { state: dehydrate(client), streamed: [] }
  client.setQueryData(syncOptions(operation).queryKey, copies)
  const { answer, total } = explorerQueries(operation, dataSetId, {
    question,
    copies: copies.lists,
  })
  const requested = [answer, total].filter(
    ({ enabled, url }, index) => enabled && (index === 0 || url !== answer.url),
  )
  const streamed = requested.map((query) => streamAnswer(query, readBackend(query.url)))
  return { state: dehydrate(client), streamed }
}
