import { z } from "zod"
import { syncKinds, syncOutcomes, syncSpans, syncStates } from "./sync-tables"

/** An interval of a run and how far it is. */
const segmentSchema = z.object({
  number: z.int(),
  span: z.enum(syncSpans),
  /** Ends of its interval of the time key, ISO 8601 to the microsecond; null where it is open. */
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  firstKey: z.string().nullable(),
  /** The last key that it was expected to have when it was planned. */
  lastKey: z.string().nullable(),
  openKey: z.string().nullable(),
  /** Where reading goes on, as its owner wrote it; null where all is read. */
  place: z.string().nullable(),
  pages: z.number(),
  calls: z.number(),
  rows: z.number(),
  inserted: z.number(),
  changed: z.number(),
  deleted: z.number(),
  busyMs: z.number(),
})
export type SyncSegment = z.output<typeof segmentSchema>

const runSchema = z.object({
  id: z.string(),
  kind: z.enum(syncKinds),
  startedAt: z.string(),
  isPlanned: z.boolean(),
  isOpen: z.boolean(),
  /** Those that no segment counts. */
  calls: z.number(),
})

export const listSchema = z.object({
  id: z.string(),
  path: z.string(),
  operation: z.string(),
  /** JSON text of the path's parameters. */
  parameters: z.string(),
  state: z.enum(syncStates),
  everyMinutes: z.number().nullable(),
  wantsCheck: z.boolean(),
  nextAt: z.date().nullable(),
  checkAt: z.date().nullable(),
  retryAt: z.date().nullable(),
  reason: z.string().nullable(),
  failures: z.number(),
  /** At the last run's end. */
  rows: z.number(),
  syncedUntil: z.date().nullable(),
  checkedAt: z.date().nullable(),
  /** A record has been edited here since `syncedUntil`. */
  isBehind: z.boolean(),
  isLeased: z.boolean(),
  /** Moves within the budget of calls for lists that nobody ordered. */
  isAutomatic: z.boolean(),
  /** Copied without anybody's order, though somebody may wait for its run. */
  hasRank: z.boolean(),
  /** Rows dated before it are not kept; null: all are. */
  keptFrom: z.date().nullable(),
  /** Who ordered it, as the identity names them, and their name then; null where nobody did, or an older version took the order. */
  orderedBy: z.string().nullable(),
  ordererName: z.string().nullable(),
  /** Rows that may be left of an earlier copy go before the first page is stored. */
  isOutdated: z.boolean(),
  /** The newest run, over or not, and its segments as long as they are of use. */
  run: runSchema.nullable(),
  segments: z.array(segmentSchema),
})
export type SyncedList = z.output<typeof listSchema>

export const historySchema = z.object({
  kind: z.enum(syncKinds),
  startedAt: z.date(),
  endedAt: z.date().nullable(),
  outcome: z.enum(syncOutcomes).nullable(),
  pages: z.number(),
  calls: z.number(),
  rows: z.number(),
  inserted: z.number(),
  changed: z.number(),
  deleted: z.number(),
})
export type PastRun = z.output<typeof historySchema>

/** A segment as it is planned: its interval and its first position. */
export type PlannedSegment = Pick<SyncSegment, "span" | "lower" | "upper" | "lastKey"> & {
  readonly place: string
}
