import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { type FetchOptions, fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"

/** How the sending of an edit ended, as the log keeps it; `intended` is under way. */
export const editOutcomes = ["intended", "applied", "refused", "not_sent", "unknown"] as const
/** What the record, read back, says of an edit whose outcome is unknown. */
export const editVerdicts = ["applied", "not_applied", "changed", "undetermined"] as const

const activityEntrySchema = z.object({
  id: z.string(),
  personId: z.string(),
  personName: z.string().nullable(),
  /** The catalogue's operation. */
  operation: z.string(),
  recordId: z.string(),
  /** The patch as it was meant, `test` operations included. */
  patch: z.string(),
  /** What went out, where the platform takes no `test` operations; else null and the patch itself went out. */
  sentPatch: z.string().nullable(),
  requestId: z.string(),
  intendedAt: z.string(),
  concludedAt: z.string().nullable(),
  outcome: z.enum(editOutcomes),
  /** The platform's answer code. */
  status: z.number().nullable(),
  code: z.string().nullable(),
  verdict: z.enum(editVerdicts).nullable(),
  /** The edit that this one takes back. */
  undoes: z.string().nullable(),
  /** The newest applied edit that takes this one back. */
  undoneBy: z.string().nullable(),
  /** The batch that it is part of. */
  batch: z.string().nullable(),
})
/** What was done with a bulk edit; without a person it stopped by itself, for a reason that is a code. */
export const batchActionSchema = z.object({
  action: z.enum(["start", "undo", "stop", "resume", "retry"]),
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  reason: z.string().nullable(),
  madeAt: z.string(),
})
export type BatchAction = z.infer<typeof batchActionSchema>

const bulkActionSchema = batchActionSchema.extend({ batch: z.string(), title: z.string() })
/** The same with the bulk edit's id and title. */
export type BulkAction = z.infer<typeof bulkActionSchema>

const activitySchema = z.object({
  entries: z.array(activityEntrySchema).readonly(),
  /** What was done with bulk edits in the time of the entries. */
  actions: z.array(bulkActionSchema).readonly(),
  /** Goes into `before` for the older ones; null at the end. */
  next: z.string().nullable(),
})

/** One edit as the log tells it; times are ISO. */
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** What the activity is narrowed to; times are ISO, `from` included and `to` not. */
export interface ActivityFilter {
  readonly id?: string
  readonly record?: string
  readonly person?: string
  readonly outcome?: ActivityEntry["outcome"]
  readonly batch?: string
  readonly from?: string
  readonly to?: string
}

/** The search of a filter, as `/api/activity` and its export have it. */
export function printActivityFilter(filter: ActivityFilter): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== "") search.set(name, value)
  return search.toString()
}

const activityUrl = "/api/activity"

/** The CSV file of everything that matches. */
export const activityExportUrl = (filter: ActivityFilter): string =>
  `${activityUrl}/export?${printActivityFilter(filter)}`

/** The newest edits that match; throws `ApiProblem`. */
export const fetchActivity = async (
  filter: ActivityFilter,
  options?: FetchOptions,
): Promise<readonly ActivityEntry[]> => {
  const url = `${activityUrl}?${printActivityFilter(filter)}`
  return (await fetchOwn(url, activitySchema, options)).entries
}

const peopleSchema = z.object({
  people: z.array(activityEntrySchema.pick({ personId: true, personName: true })).readonly(),
})

/** Everybody whose edits the log holds. */
export const activityPeopleOptions = () =>
  queryOptions({
    queryKey: queryKeys.activityPeople(),
    queryFn: async ({ signal }) =>
      (await fetchOwn(`${activityUrl}/people`, peopleSchema, { signal })).people,
    ...readOnce,
    staleTime: 0,
  })

/** One edit; null where the log does not hold it. */
export const editOptions = (id: string) =>
  queryOptions({
    queryKey: queryKeys.edit(id),
    queryFn: async ({ signal }) => (await fetchActivity({ id }, { signal }))[0] ?? null,
    ...readOnce,
    staleTime: 0,
  })

/** The log of edits, the newest first. */
export function activityOptions(filter: ActivityFilter) {
  const search = printActivityFilter(filter)
  return infiniteQueryOptions({
    queryKey: queryKeys.activity(search),
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams(search)
      if (pageParam !== undefined) asked.set("before", pageParam)
      return fetchOwn(`${activityUrl}?${asked}`, activitySchema, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...readOnce,
    staleTime: 0,
  })
}
