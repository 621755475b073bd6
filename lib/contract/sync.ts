import { z } from "zod"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable } from "./route"

/**
 * `full` is the first copy, `incremental` reads newer rows and the two days before, `recheck` reads
 * everything again.
 */
const kind = z.enum(["full", "incremental", "recheck"])
const count = z.int().min(0)
const time = z.iso.datetime()

const progress = z.strictObject({
  kind,
  startedAt: time,
  pages: count,
  /** Calls to the platform, including failed ones. */
  calls: count,
  rows: count,
  /** From 0 to 1. Null until it can be estimated. */
  share: z.number().nullable(),
  callsLeft: z.number().nullable(),
  minutesLeft: z.number().nullable(),
})
/** Progress of the current run. */
export type SyncProgress = Immutable<z.output<typeof progress>>

const status = z.strictObject({
  operation: z.string(),
  parameters: z.record(z.string(), z.string()),
  path: z.string(),
  state: z.enum(["idle", "running", "paused", "failed"]),
  /** Running, but delayed by a fault, quota, or other lists that go first. */
  isWaiting: z.boolean(),
  /** The code of the cause that delays it or made it fail. */
  reason: z.string().nullable(),
  retryAt: time.nullable(),
  /** Rows visible to readers, including those of the current run. */
  rows: count,
  /** Whether a first copy has ever been completed. */
  isComplete: z.boolean(),
  /** When the last completed run began. */
  syncedUntil: time.nullable(),
  /** When everything was last compared. */
  checkedAt: time.nullable(),
  /** Copied automatically, without an order. */
  isAutomatic: z.boolean(),
  /** Rows dated before it are not kept here. Null: all are. */
  keptFrom: time.nullable(),
  /** Whether a record edited in the dashboard may still be missing here. */
  isBehind: z.boolean(),
  /** Null: only on request. */
  everyMinutes: count.nullable(),
  nextAt: time.nullable(),
  run: progress.nullable(),
  /** Who ordered it. Null if unknown. */
  ordererName: z.string().nullable(),
  isMine: z.boolean(),
  mayCancel: z.boolean(),
  mayRemove: z.boolean(),
})
/**
 * The copy of one list as a person sees it, including what only its orderer and administrators may
 * do.
 */
export type SyncStatus = Immutable<z.output<typeof status>>

const run = z.strictObject({
  kind,
  startedAt: time,
  /** Null while it is in progress. */
  endedAt: time.nullable(),
  outcome: z.enum(["done", "cancelled"]).nullable(),
  pages: count,
  calls: count,
  /** Rows read. */
  rows: count,
  inserted: count,
  changed: count,
  deleted: count,
})
/** One run in a list's history. */
export type SyncRun = Immutable<z.output<typeof run>>

const maxMinutes = 10_080

const order = z.strictObject({
  operation: z.string().max(100),
  parameters: z.record(z.string().max(100), z.string().max(100)).default({}),
  action: z.enum(["start", "pause", "resume", "cancel", "recheck", "schedule", "remove"]),
  /** Null: never automatically. */
  everyMinutes: z.int().min(5).max(maxMinutes).nullable().optional(),
})
/** A change of a list's copy, as sent by a client. */
export type SyncOrder = Immutable<z.input<typeof order>>
/** Actions on a list's copy. */
export type SyncAction = SyncOrder["action"]

/** Copies of the platform's lists, each visible to readers of its domain. */
export const syncContract = {
  readSync: defineRoute({
    name: "read-sync",
    method: "GET",
    path: "/api/sync",
    summary: "Read the copies of the lists that one may read, or of one operation's",
    permission: "signed-in",
    scope: "all",
    query: z.object({ operation: z.string().max(100).exactOptional() }),
    answer: z.strictObject({ lists: z.array(status) }),
    problems: [],
  }),
  changeSync: defineRoute({
    name: "change-sync",
    method: "POST",
    path: "/api/sync",
    summary: "Start, stop, schedule or remove the copy of a list",
    permission: "signed-in",
    scope: "all",
    body: order,
    /** Empty if it was removed. */
    answer: status.optional(),
    problems: ["not_found", "limit_reached", ...platformProblems],
  }),
  readSyncRuns: defineRoute({
    name: "read-sync-runs",
    method: "GET",
    path: "/api/sync/runs",
    summary: "Read a list's last runs, the newest first, and what reading all of it costs",
    permission: "signed-in",
    scope: "all",
    /** The operation's id and its path ids: `?operation=data-points&dataSetId=…`. */
    grammar: z.object({ operation: z.string() }).catchall(z.guid()),
    answer: z.strictObject({
      /** Null if it is not copied. */
      list: status.nullable(),
      runs: z.array(run),
      /** Calls, and minutes at the background's current share of the quota. Null if unknown. */
      estimate: z.strictObject({ calls: z.number().nullable(), minutes: z.number().nullable() }),
    }),
    problems: [],
  }),
}
