import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { batchActionSchema, editVerdicts } from "./activity"
import { fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

/** Where one department of a batch is: `sending` is under way, `not_sent` never left, `unknown` may have. */
export const batchItemStates = [
  "waiting",
  "sending",
  "applied",
  "refused",
  "not_sent",
  "unknown",
] as const
const batchStates = ["running", "stopped", "done"] as const

const summarySchema = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(batchStates),
  personId: z.string(),
  personName: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The batch that this one takes back. */
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** What was done with it, the start included, the newest last. */
  actions: z.array(batchActionSchema).readonly(),
  /** How many departments are in each state. */
  counts: z.record(z.enum(batchItemStates), z.number()),
})
const itemSchema = z.object({
  recordId: z.string(),
  patch: z.string(),
  state: z.enum(batchItemStates),
  /** The platform's answer code. */
  status: z.number().nullable(),
  code: z.string().nullable(),
  /** One sentence about what went wrong. */
  detail: z.string().nullable(),
  verdict: z.enum(editVerdicts).nullable(),
  /** Its entry in the activity, once it has been tried. */
  editId: z.string().nullable(),
  /** Who has it sent: the bulk edit's author, or who resumed it or tried it again since. */
  personId: z.string(),
  personName: z.string().nullable(),
})
const batchSchema = summarySchema.extend({
  items: z.array(itemSchema).readonly(),
  /** Asks later for what has changed since this answer. */
  mark: z.string(),
})
const batchesSchema = z.object({ batches: z.array(summarySchema).readonly() })
const createdSchema = z.object({ id: z.string() })

/** Edits of several departments as one piece of work. */
export type BatchSummary = z.infer<typeof summarySchema>
/** The same with each department's part. */
export type Batch = z.infer<typeof batchSchema>
/** What becomes of one department of a batch. */
export type BatchItem = z.infer<typeof itemSchema>

/** One department's patch, sent byte for byte. */
export interface BatchEdit {
  readonly recordId: string
  readonly patch: string
}

/** The most departments that one batch may hold. */
export const batchLimit = 5000

const batchesUrl = "/api/departments/batches"
const lookEveryMs = 1000

/** The newest batches. */
export const batchesOptions = () =>
  queryOptions({
    queryKey: queryKeys.batches(),
    queryFn: async ({ signal }) => (await fetchOwn(batchesUrl, batchesSchema, { signal })).batches,
    ...readOnce,
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ state }) => state === "running") ? lookEveryMs : false,
  })

/** A batch with the departments' parts that have changed since it was read. */
export function withNews(known: Batch, news: Batch): Batch {
  const changed = new Map(news.items.map((item) => [item.recordId, item]))
  return { ...news, items: known.items.map((item) => changed.get(item.recordId) ?? item) }
}

/** While it runs only what has changed is asked for: each department's part carries its patch. */
async function readBatch(id: string, known: Batch | undefined, signal: AbortSignal) {
  const url = `${batchesUrl}/${id}`
  if (known?.state === "running") {
    const since = new URLSearchParams({ since: known.mark })
    const news = await fetchOwn(`${url}?${since}`, batchSchema, { signal })
    if (news.state === "running") return withNews(known, news)
  }
  return fetchOwn(url, batchSchema, { signal })
}

/** One batch with each department's part; looked at again while it runs. */
export const batchOptions = (id: string) =>
  queryOptions({
    queryKey: queryKeys.batch(id),
    queryFn: ({ client, signal }) =>
      readBatch(id, client.getQueryData<Batch>(queryKeys.batch(id)), signal),
    ...readOnce,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "running" ? lookEveryMs : false),
  })

/** Hands a batch over to the server, which sends one patch after the other; answers its id. Throws `ApiProblem`. */
export async function startBatch(batch: {
  readonly title: string
  readonly items: readonly BatchEdit[]
  readonly undoes?: string
}): Promise<string> {
  return createdSchema.parse(await sendOwn(batchesUrl, { method: "POST", json: batch })).id
}

/** Stops a batch after the patch that is under way, or goes on with what waits. */
export async function orderBatch(id: string, action: "stop" | "resume"): Promise<void> {
  await sendOwn(`${batchesUrl}/${id}`, { method: "PATCH", json: { action } })
}

/** Tries those that were refused or never sent once more, each with the patch given here or its old one. */
export async function retryBatch(id: string, items: readonly BatchEdit[]): Promise<void> {
  await sendOwn(`${batchesUrl}/${id}`, { method: "PATCH", json: { action: "retry", items } })
}
