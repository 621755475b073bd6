import { type QueryClient, queryOptions } from "@tanstack/react-query"
import type { ListOperation, PathParameters } from "@/lib/catalogue"
import type { SyncAction, SyncOrder, SyncProgress, SyncRun, SyncStatus } from "@/lib/contract"
import { api, apiKey, apiOptions } from "./api"

export type { SyncAction, SyncOrder, SyncProgress, SyncRun, SyncStatus }

/** A list of the platform that is or can be copied. */
export interface SyncableList {
  readonly operation: ListOperation["id"]
  readonly parameters: PathParameters
}

const refreshMs = 2000
const minRestMs = 10_000
const maxRestMs = 300_000

/**
 * When to poll the copies: every 2 s while one runs, after 10 s if there is none yet, else when the
 * next one is due.
 */
export function nextRefreshMs(lists: readonly SyncStatus[], now: number): number | false {
  if (lists.some(({ state }) => state === "running")) return refreshMs
  if (lists.length === 0) return minRestMs
  const due = lists.flatMap(({ state, nextAt }) =>
    state === "idle" && nextAt !== null ? [Date.parse(nextAt)] : [],
  )
  if (due.length === 0) return false
  const rest = Math.min(...due) - now + refreshMs
  return Math.min(Math.max(rest, minRestMs), maxRestMs)
}

/** The copies of an operation's lists that the person may read. */
export const syncOptions = ({ id: operation }: Pick<ListOperation, "id">) =>
  queryOptions({
    ...apiOptions("/api/sync", { query: { operation } }),
    select: ({ lists }) => lists,
    staleTime: refreshMs,
    refetchInterval: ({ state: { data } }) => nextRefreshMs(data?.lists ?? [], Date.now()),
  })

/** A list's last runs, newest first, and the estimated cost of a full read. */
export const syncRunsOptions = ({ operation, parameters }: SyncableList) =>
  queryOptions({
    ...apiOptions("/api/sync/runs", { query: new URLSearchParams({ operation, ...parameters }) }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.list?.state === "running" ? refreshMs : false),
  })

/** Refetches all copies and their runs. */
export const invalidateSync = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: apiKey("/api/sync") }),
    client.invalidateQueries({ queryKey: apiKey("/api/sync/runs") }),
  ])

const keyOf = ({ operation, parameters }: SyncableList) =>
  `${operation}?${new URLSearchParams(Object.entries(parameters).toSorted())}`

/** The copy of a list, if any. */
export const findCopy = (
  lists: readonly SyncStatus[],
  list: SyncableList,
): SyncStatus | undefined => lists.find((each) => keyOf(each) === keyOf(list))

/** The points of a data set as a list of the platform. */
export const pointsOf = (dataSetId: string): SyncableList => ({
  operation: "data-points",
  parameters: { dataSetId },
})

/** Starts, stops or changes a list's copy; undefined if it was removed. Throws `ApiProblem`. */
export const orderSync = (order: SyncOrder): Promise<SyncStatus | undefined> =>
  api.post("/api/sync", { body: order })
