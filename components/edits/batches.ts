import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { api, apiKey, apiOptions, readOnce } from "@/lib/client"
import type { Batch, Batches, BatchItem, BatchSummary } from "@/lib/contract"

export type { Batch, BatchItem, BatchSummary }

/** Where one department of a batch is, in the order in which people read of them. */
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

/** The most departments that one batch may hold. */
export const batchLimit = 5000

const batchesPath = "/api/departments/batches"
const batchPath = "/api/departments/batches/{id}"
const pollEveryMs = 1000

interface BatchesQuery {
  readonly state: { readonly data: Batches | undefined }
}

/** The newest batches. */
export const batchesOptions = () => ({
  ...apiOptions(batchesPath),
  select: ({ batches }: Batches) => batches,
  ...readOnce,
  staleTime: 0,
  refetchInterval: ({ state: { data } }: BatchesQuery) =>
    data?.batches.some(({ state }) => state === "running") ? pollEveryMs : false,
})

/** A batch with the departments' parts that have changed since it was read. */
export function withNews(known: Batch, news: Batch): Batch {
  const changed = new Map(news.items.map((item) => [item.recordId, item]))
  return { ...news, items: known.items.map((item) => changed.get(item.recordId) ?? item) }
}

/** While it runs only what has changed is read: each department's part carries its patch. */
async function readBatch(id: string, known: Batch | undefined, signal: AbortSignal) {
  const parameters = { id }
  if (known?.state === "running") {
    const news = await api.get(batchPath, { parameters, query: { since: known.mark }, signal })
    if (news.state === "running") return withNews(known, news)
  }
  return api.get(batchPath, { parameters, query: {}, signal })
}

/** One batch with each department's part; read again while it runs. */
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

/** Reads again what shows batches, the list and each of them. */
export async function renewBatches(client: QueryClient): Promise<void> {
  const keys = [apiKey(batchesPath), apiKey(batchPath)]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Hands a batch over to the server, which sends one patch after the other; answers its id. Throws `ApiProblem`. */
export async function startBatch(body: {
  readonly title: string
  readonly items: readonly BatchEdit[]
  readonly undoes?: string
}): Promise<string> {
  return (await api.post(batchesPath, { body })).id
}

/** Stops a batch after the patch that is under way, or goes on with what waits; throws `ApiProblem`. */
export const orderBatch = (id: string, action: "stop" | "resume"): Promise<BatchSummary> =>
  api.patch(batchPath, { parameters: { id }, body: { action } })

/** Tries those that were refused or never sent once more, each with the patch given here or its old one; throws `ApiProblem`. */
export const retryBatch = (id: string, items: readonly BatchEdit[]): Promise<BatchSummary> =>
  api.patch(batchPath, { parameters: { id }, body: { action: "retry", items } })
