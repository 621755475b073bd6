import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

const count = z.int().min(0)
const time = z.iso.datetime()

/** The bounds of a schedule, in minutes, and of what is kept, in days. */
export const policyLimits = { minMinutes: 5, maxMinutes: 10_080, maxDays: 36_500 } as const

const policy = z.strictObject({
  /** Whether lists are copied by themselves; else those that are, and their rows, are removed. */
  isCopied: z.boolean(),
  /** Null: as often as the dashboard finds right. */
  everyMinutes: z.int().min(policyLimits.minMinutes).max(policyLimits.maxMinutes).nullable(),
  /** How many days rows are kept, by `timeField`; null: all are. */
  retentionDays: z.int().min(1).max(policyLimits.maxDays).nullable(),
})
/** How the lists of one operation are copied. */
export type CopyPolicy = Immutable<z.output<typeof policy>>

const copied = z.strictObject({
  operation: z.string(),
  lists: count,
  /** Lists that have been read to their end. */
  whole: count,
  /** Lists that have not, and that nothing stops. */
  waiting: count,
  paused: count,
  /** Lists that wait for a person, by the code of what made them fail. */
  failed: z.array(z.strictObject({ reason: z.string(), lists: count })),
  /** None of records that are copied by their ids to complete those of a list. */
  rows: count,
  /** On disk, with the indexes; that of a list's records is the list's. */
  bytes: count,
  /** Of the platform, in the last 24 hours. */
  calls: count,
  /** Since when nothing is missing of any whole list. */
  asOf: time.nullable(),
  /** Since when all rows of all whole lists have been compared with the platform's. */
  comparedSince: time.nullable(),
  /** Whether its records name people. */
  hasPersonalData: z.boolean(),
  /** The field by whose time rows can be removed. */
  timeField: z.string().nullable(),
  policy,
})
/** What is copied of one operation, and how. */
export type CopiedOperation = Immutable<z.output<typeof copied>>

const day = z.strictObject({
  /** In UTC. */
  day: z.iso.date(),
  /** By operation, those that made any. */
  calls: z.record(z.string(), count),
})

/** Administration of the copies that are made without anybody's order. */
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
        /** Calls a minute for copies that nobody has ordered, 0: there are none; null where calls have no limit. */
        budget: count.nullable(),
        /** Calls a minute that the platform allows the whole company; null where no limit is set. */
        quota: count.nullable(),
      }),
      /** The last 14 days, the oldest first. */
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
