import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

const count = z.int().min(0)
const time = z.iso.datetime()

/** Limits of a schedule, in minutes, and of retention, in days. */
export const policyLimits = { minMinutes: 5, maxMinutes: 10_080, maxDays: 36_500 } as const

const policy = z.strictObject({
  /**
   * Whether lists are copied automatically. If not, existing automatic lists and their rows are
   * removed.
   */
  isCopied: z.boolean(),
  /** Null: the dashboard's default. */
  everyMinutes: z.int().min(policyLimits.minMinutes).max(policyLimits.maxMinutes).nullable(),
  /** Retention of rows in days, by `timeField`. Null: all rows are kept. */
  retentionDays: z.int().min(1).max(policyLimits.maxDays).nullable(),
})
/** How the lists of one operation are copied. */
export type CopyPolicy = Immutable<z.output<typeof policy>>

const copied = z.strictObject({
  operation: z.string(),
  lists: count,
  /** Lists copied completely. */
  whole: count,
  /** Lists not copied completely yet, and not stopped. */
  waiting: count,
  paused: count,
  /** Lists that wait for a person, by the code of their failure. */
  failed: z.array(z.strictObject({ reason: z.string(), lists: count })),
  /** 0 for records that are copied by id only to complete those of a list. */
  rows: count,
  /** On disk, including indexes. For a list's records, counted with the list. */
  bytes: count,
  /** Calls to the platform in the last 24 hours. */
  calls: count,
  /** Complete lists have everything up to this time. */
  asOf: time.nullable(),
  /** All rows of all complete lists have been compared with the platform's since this time. */
  comparedSince: time.nullable(),
  /** Whether its records name people. */
  hasPersonalData: z.boolean(),
  /** The time field by which old rows can be removed. */
  timeField: z.string().nullable(),
  policy,
})
/** What is copied of one operation, and how. */
export type CopiedOperation = Immutable<z.output<typeof copied>>

const day = z.strictObject({
  /** UTC. */
  day: z.iso.date(),
  /** By operation, without those that made none. */
  calls: z.record(z.string(), count),
})

/** Administration of automatic copies. */
export const copiesContract = {
  readCopies: defineRoute({
    name: "read-copies",
    method: "GET",
    path: "/api/copies",
    summary: "Read what is copied of each operation, how, and what that costs",
    permission: "replica:write",
    scope: "all",
    answer: z.strictObject({
      operations: z.array(copied),
      all: z.strictObject({
        calls: count,
        rows: count,
        bytes: count,
        /** Calls per minute for automatic copies. 0 means none, null means no limit. */
        budget: count.nullable(),
        /** Calls per minute that the platform allows the whole company. Null if no limit is set. */
        quota: count.nullable(),
      }),
      /** The last 14 days, oldest first. */
      days: z.array(day),
    }),
    problems: [],
  }),
  changeCopies: defineRoute({
    name: "change-copies",
    method: "PUT",
    path: "/api/copies/{operation}",
    summary: "Set how the lists of an operation are copied",
    permission: "replica:write",
    scope: "all",
    parameters: z.object({ operation: z.string().max(100) }),
    body: policy,
    answer: copied,
    problems: ["not_found"],
  }),
  refreshCopies: defineRoute({
    name: "refresh-copies",
    method: "POST",
    path: "/api/copies/{operation}/refresh",
    summary: "Read all copied lists of an operation again now, within the budget",
    permission: "replica:write",
    scope: "all",
    parameters: z.object({ operation: z.string().max(100) }),
    answer: null,
    problems: ["not_found"],
  }),
}
