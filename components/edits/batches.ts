import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { api, apiKey, apiOptions, readOnce } from "@/lib/client"
import type { Batch, Batches, BatchItem, BatchSummary } from "@/lib/contract"

export type { Batch, BatchItem, BatchSummary }

/** The states of a department in a batch, in display order. */
export const batchItemStates = [
  "waiting",
  "sending",
  "applied",
  "refused",
  "not_sent",
  "unknown",
] as const satisfies readonly BatchItem["state"][]

/** One department's patch, sent byte for byte. */
export type BatchEdit = Pick<BatchItem, "recordId" | "patch">

export const batchLimit = 5000

const batchesPath = "/api/departments/batches"
const batchPath = "/api/departments/batches/{id}"
const pollEveryMs = 1000

interface BatchesQuery {
  readonly state: { readonly data: Batches | undefined }
}

export const batchesOptions = () => ({
  ...apiOptions(batchesPath),
  select: ({ batches }: Batches) => batches,
  ...readOnce,
  staleTime: 0,
  refetchInterval: ({ state: { data } }: BatchesQuery) =>
    data?.batches.some(({ state }) => state === "running") ? pollEveryMs : false,
})

/** Merges the departments that changed since a batch was read. */
export function withNews(known: Batch, news: Batch): Batch {
  const changed = new Map(news.items.map((item) => [item.recordId, item]))
  return { ...news, items: known.items.map((item) => changed.get(item.recordId) ?? item) }
}

/** While the batch runs, only changed departments are read, because each carries its patch. */
async function readBatch(id: string, known: Batch | undefined, signal: AbortSignal) {
  const parameters = { id }
  if (known?.state === "running") {
    const news = await api.get(batchPath, { parameters, query: { since: known.mark }, signal })
    if (news.state === "running") return withNews(known, news)
  }
  return api.get(batchPath, { parameters, query: {}, signal })
}

/** One batch with all departments; polled while it runs. */
export function batchOptions(id: string) {
  const queryKey = apiKey(batchPath, { parameters: { id } })
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => readBatch(id, client.getQueryData<Batch>(queryKey), signal),
    ...readOnce,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? pollEveryMs : false),
  })
}

/** Refetches the list of batches and each batch. */
export async function renewBatches(client: QueryClient): Promise<void> {
  const keys = [apiKey(batchesPath), apiKey(batchPath)]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * Hands a batch to the server, which sends its patches one by one; returns its id. Throws
 * `ApiProblem`.
 */
export async function startBatch(body: {
  readonly title: string
  readonly items: readonly BatchEdit[]
  readonly undoes?: string
}): Promise<string> {
  return (await api.post(batchesPath, { body })).id
}

/** Stops a batch after the current patch, or resumes it; throws `ApiProblem`. */
export const orderBatch = (id: string, action: "stop" | "resume"): Promise<BatchSummary> =>
  api.patch(batchPath, { parameters: { id }, body: { action } })

/**
 * Retries the refused or unsent departments, each with the given patch or its old one; throws
 * `ApiProblem`.
 */
export const retryBatch = (id: string, items: readonly BatchEdit[]): Promise<BatchSummary> =>
  api.patch(batchPath, { parameters: { id }, body: { action: "retry", items } })
