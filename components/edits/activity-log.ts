import { infiniteQueryOptions } from "@tanstack/react-query"
import { api, apiKey, apiOptions, readOnce } from "@/lib/client"
import type {
  ActivityEntry,
  ActivityFilter,
  ActivityPage,
  BatchAction,
  BulkAction,
  EditPerson,
} from "@/lib/contract"

export type { ActivityEntry, ActivityFilter, BatchAction, BulkAction }

/** How the sending of an edit ended, as the log keeps it; `intended` is under way. */
export const editOutcomes = [
  "intended",
  "applied",
  "refused",
  "not_sent",
  "unknown",
] as const satisfies readonly ActivityEntry["outcome"][]

/** The CSV file of everything that matches. */
export const activityExportUrl = (filter: ActivityFilter): string =>
  `/api/activity/export?${new URLSearchParams(Object.entries(filter))}`

/** The newest edits that match; throws `ApiProblem`. */
export const fetchActivity = async (
  query: ActivityFilter,
  options?: { readonly signal: AbortSignal },
): Promise<readonly ActivityEntry[]> =>
  (await api.get("/api/activity", { query, ...options })).entries

/** Everybody whose edits the log holds. */
export const activityPeopleOptions = () => ({
  ...apiOptions("/api/activity/people"),
  select: ({ people }: { readonly people: readonly EditPerson[] }) => people,
  ...readOnce,
  staleTime: 0,
})

/** One edit; null where the log does not hold it. */
export const editOptions = (id: string) => ({
  ...apiOptions("/api/activity", { query: { id } }),
  select: ({ entries }: ActivityPage) => entries[0] ?? null,
  ...readOnce,
  staleTime: 0,
})

/** The log of edits, the newest first. */
export const activityOptions = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...apiKey("/api/activity", { query: filter }), "pages"],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/activity", {
        query: { ...filter, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...readOnce,
    staleTime: 0,
  })
