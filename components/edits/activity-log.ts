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

/** The outcomes of sending an edit, as logged; `intended` is in progress. */
export const editOutcomes = [
  "intended",
  "applied",
  "refused",
  "not_sent",
  "unknown",
] as const satisfies readonly ActivityEntry["outcome"][]

/** The URL of a CSV file with all matching edits. */
export const activityExportUrl = (filter: ActivityFilter): string =>
  `/api/activity/export?${new URLSearchParams(Object.entries(filter))}`

/** The newest matching edits; throws `ApiProblem`. */
export const fetchActivity = async (
  query: ActivityFilter,
  options?: { readonly signal: AbortSignal },
): Promise<readonly ActivityEntry[]> =>
  (await api.get("/api/activity", { query, ...options })).entries

/** Everyone with edits in the log. */
export const activityPeopleOptions = () => ({
  ...apiOptions("/api/activity/people"),
  select: ({ people }: { readonly people: readonly EditPerson[] }) => people,
  ...readOnce,
  staleTime: 0,
})

/** A single edit; null if the log does not have it. */
export const editOptions = (id: string) => ({
  ...apiOptions("/api/activity", { query: { id } }),
  select: ({ entries }: ActivityPage) => entries[0] ?? null,
  ...readOnce,
  staleTime: 0,
})

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
