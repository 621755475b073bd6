import { z } from "zod"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable } from "./route"

/** `full` is the first copy, `incremental` reads what is newer and two days of what is older, `recheck` everything again. */
const kind = z.enum(["full", "incremental", "recheck"])
const count = z.int().min(0)
const time = z.iso.datetime()

const progress = z.strictObject({
  kind,
  startedAt: time,
  pages: count,
  /** Calls of the platform, also those that failed. */
  calls: count,
  rows: count,
  /** From 0 to 1; null before anybody can tell. */
  share: z.number().nullable(),
  callsLeft: z.number().nullable(),
  minutesLeft: z.number().nullable(),
})
/** How far the run under way is. */
export type SyncProgress = Immutable<z.output<typeof progress>>

const status = z.strictObject({
  operation: z.string(),
  parameters: z.record(z.string(), z.string()),
  path: z.string(),
  state: z.enum(["idle", "running", "paused", "failed"]),
  /** Running, but held up: by a fault, the quota, or other lists that go first. */
  isWaiting: z.boolean(),
  /** The code of what holds it up or made it fail. */
  reason: z.string().nullable(),
  retryAt: time.nullable(),
  /** Rows that readers see, those of the run under way included. */
  rows: count,
  /** Whether a first copy has ever come to its end. */
  isComplete: z.boolean(),
  /** When the last run began that came to its end. */
  syncedUntil: time.nullable(),
  /** When everything was last compared. */
  checkedAt: time.nullable(),
  /** Copied by itself, without anybody's order. */
  isAutomatic: z.boolean(),
  /** Rows dated before it are not kept here; null: all are. */
  keptFrom: time.nullable(),
  /** Whether a record has been edited in the dashboard that may not be here yet. */
  isBehind: z.boolean(),
  /** Null: only when somebody asks for it. */
  everyMinutes: count.nullable(),
  nextAt: time.nullable(),
  run: progress.nullable(),
  /** Who ordered it; null where that is not known. */
  ordererName: z.string().nullable(),
  isMine: z.boolean(),
  mayCancel: z.boolean(),
  mayRemove: z.boolean(),
})
/** The copy of one list as a person sees it, with what only its orderer and administrators may do. */
export type SyncStatus = Immutable<z.output<typeof status>>

const run = z.strictObject({
  kind,
  startedAt: time,
  /** Null while it is under way. */
  endedAt: time.nullable(),
  outcome: z.enum(["done", "cancelled"]).nullable(),
  pages: count,
  calls: count,
  /** Rows that were read. */
  rows: count,
  inserted: count,
  changed: count,
  deleted: count,
})
/** One run of a list's history. */
export type SyncRun = Immutable<z.output<typeof run>>

const maxMinutes = 10_080

const order = z.strictObject({
  operation: z.string().max(100),
  parameters: z.record(z.string().max(100), z.string().max(100)).default({}),
  action: z.enum(["start", "pause", "resume", "cancel", "recheck", "schedule", "remove"]),
  /** Null is never by itself. */
  everyMinutes: z.int().min(5).max(maxMinutes).nullable().optional(),
})
/** What is desired of a list's copy, as a client sends it. */
export type SyncOrder = Immutable<z.input<typeof order>>
/** What can be desired of a list's copy. */
export type SyncAction = SyncOrder["action"]

/** Copies of the platform's lists; each is looked at by its own domain. */
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
    /** Nothing where it was removed. */
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
    /** Beside the operation's id the ids that its path names: `?operation=data-points&dataSetId=…`. */
    grammar: z.object({ operation: z.string() }).catchall(z.guid()),
    answer: z.strictObject({
      /** Null where it is not copied. */
      list: status.nullable(),
      runs: z.array(run),
      /** Calls and minutes at the share that the background has of the quota now; null where nobody can tell. */
      estimate: z.strictObject({ calls: z.number().nullable(), minutes: z.number().nullable() }),
    }),
    problems: [],
  }),
}
