import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import type { ListOperation, PathParameters } from "@/lib/catalogue"
import { fetchOwn } from "./fetcher"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const kindSchema = z.enum(["full", "incremental", "recheck"])
const progressSchema = z.object({
  kind: kindSchema,
  startedAt: z.string(),
  pages: z.number(),
  calls: z.number(),
  rows: z.number(),
  /** From 0 to 1; null before anybody can tell. */
  share: z.number().nullable(),
  callsLeft: z.number().nullable(),
  minutesLeft: z.number().nullable(),
})
const statusSchema = z.object({
  operation: z.string(),
  parameters: z.record(z.string(), z.string()),
  path: z.string(),
  state: z.enum(["idle", "running", "paused", "failed"]),
  /** Running, but held up. */
  isWaiting: z.boolean(),
  /** The code of what holds it up or made it fail. */
  reason: z.string().nullable(),
  retryAt: z.string().nullable(),
  rows: z.number(),
  isComplete: z.boolean(),
  syncedUntil: z.string().nullable(),
  checkedAt: z.string().nullable(),
  everyMinutes: z.number().nullable(),
  nextAt: z.string().nullable(),
  run: progressSchema.nullable(),
  /** Who ordered it; null where that is not known. */
  ordererName: z.string().nullable(),
  isMine: z.boolean(),
  mayCancel: z.boolean(),
  mayRemove: z.boolean(),
})
const runSchema = z.object({
  kind: kindSchema,
  startedAt: z.string(),
  /** Null while it is under way. */
  endedAt: z.string().nullable(),
  outcome: z.enum(["done", "cancelled"]).nullable(),
  pages: z.number(),
  calls: z.number(),
  rows: z.number(),
  inserted: z.number(),
  changed: z.number(),
  deleted: z.number(),
})
const syncSchema = z.object({ lists: z.array(statusSchema).readonly() })
const runsSchema = z.object({
  list: statusSchema.nullable(),
  runs: z.array(runSchema).readonly(),
  estimate: z.object({ calls: z.number().nullable(), minutes: z.number().nullable() }),
})

/** The copy of one list and what becomes of it. */
export type SyncStatus = z.infer<typeof statusSchema>
/** How far the run under way is. */
export type SyncProgress = z.infer<typeof progressSchema>
/** One run of a list's history. */
export type SyncRun = z.infer<typeof runSchema>

/** What can be wished of a list's copy. */
export type SyncAction = "start" | "pause" | "resume" | "cancel" | "recheck" | "schedule" | "remove"

/** A list of the platform that is or may be copied. */
export interface SyncableList {
  readonly operation: ListOperation["id"]
  readonly parameters: PathParameters
}

/** A wish in the form of `POST /api/sync`; `everyMinutes` null is never by itself. */
export interface SyncOrder extends SyncableList {
  readonly action: SyncAction
  readonly everyMinutes?: number | null
}

const syncUrl = "/api/sync"
const lookEveryMs = 2000
const shortestRestMs = 10_000
const longestRestMs = 300_000

/** When to look at the copies again: every 2 s while one runs, else when the next one is due. */
export function lookAgainMs(lists: readonly SyncStatus[], now: number): number | false {
  if (lists.some(({ state }) => state === "running")) return lookEveryMs
  const due = lists.flatMap(({ state, nextAt }) =>
    state === "idle" && nextAt !== null ? [Date.parse(nextAt)] : [],
  )
  if (due.length === 0) return false
  const rest = Math.min(...due) - now + lookEveryMs
  return Math.min(Math.max(rest, shortestRestMs), longestRestMs)
}

/** The copies that the person may read. */
export const syncOptions = () =>
  queryOptions({
    queryKey: queryKeys.sync(),
    queryFn: async ({ signal }) => (await fetchOwn(syncUrl, syncSchema, { signal })).lists,
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => lookAgainMs(data, Date.now()),
  })

/** A list's last runs, newest first, and what reading all of it costs as far as anybody can tell. */
export function syncRunsOptions({ operation, parameters }: SyncableList) {
  const asked = new URLSearchParams({ operation, ...parameters })
  return queryOptions({
    queryKey: [...queryKeys.sync(), "runs", `${asked}`],
    queryFn: ({ signal }) => fetchOwn(`${syncUrl}/runs?${asked}`, runsSchema, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.list?.state === "running" ? lookEveryMs : false,
  })
}

const keyOf = ({ operation, parameters }: SyncableList) =>
  `${operation}?${new URLSearchParams(Object.entries(parameters).toSorted())}`

/** The copy of a list, where there is one. */
export const findCopy = (
  lists: readonly SyncStatus[],
  list: SyncableList,
): SyncStatus | undefined => lists.find((each) => keyOf(each) === keyOf(list))

/** Starts, stops or changes a list's copy; throws `ApiProblem`. */
export async function orderSync(order: SyncOrder): Promise<void> {
  await sendOwn(syncUrl, { method: "POST", json: order })
}
