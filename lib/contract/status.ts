import { z } from "zod"
import { quota } from "./quota"
import { defineRoute, type Immutable } from "./route"

const count = z.int().min(0)
const time = z.iso.datetime()
const seconds = count

const tableState = z.enum(["fits", "newer", "older", "none"])

const instance = z.strictObject({
  id: z.string(),
  /** Host and port, as it knows itself. */
  name: z.string(),
  version: z.string(),
  node: z.string(),
  startedAt: time,
  /** Since it last gave a sign, by the database's clock. */
  seenSecondsAgo: seconds,
  /** `untried`: nobody has asked it yet whether it reaches the platform. */
  status: z.enum(["ready", "not_ready", "untried"]),
  impaired: z.array(z.string()),
  draining: z.boolean(),
  /** The one that answers. */
  isThis: z.boolean(),
})

const tally = z.strictObject({
  calls: count,
  failed: count,
  averageMs: count,
  maxMs: count,
  lastAt: time,
})

const status = z.strictObject({
  asOf: time,
  /** Of the instance that answers; each part `ok` or the code of its fault. */
  readiness: z.strictObject({
    status: z.enum(["ready", "not_ready"]),
    parts: z.array(z.strictObject({ part: z.enum(["database", "upstream"]), code: z.string() })),
    impaired: z.array(z.string()),
    draining: z.boolean(),
  }),
  /** Those that gave a sign in the last minute. */
  instances: z.array(instance).nullable(),
  tables: z
    .strictObject({
      migrations: z.array(
        z.strictObject({ set: z.string(), newest: z.string().nullable(), state: tableState }),
      ),
      /** Records whose copies cannot be read. */
      misfits: z.array(z.string()),
    })
    .nullable(),
  quota: quota.nullable(),
  copies: z
    .strictObject({
      lists: count,
      whole: count,
      running: count,
      paused: count,
      /** Since when nothing is missing of any whole list. */
      asOf: time.nullable(),
      /** Lists that wait for a person, by operation and by the code of what made them fail. */
      failing: z.array(z.strictObject({ operation: z.string(), reason: z.string(), lists: count })),
    })
    .nullable(),
  exports: z
    .strictObject({
      waiting: count,
      running: count,
      paused: count,
      /** In the last day. */
      failed: count,
      oldestSeconds: seconds.nullable(),
    })
    .nullable(),
  /** Who works on what: the instance's id, where it is known, else null. */
  jobs: z
    .array(
      z.strictObject({
        kind: z.enum(["copy", "export", "batch"]),
        instance: z.string().nullable(),
        jobs: count,
        leftSeconds: seconds,
      }),
    )
    .nullable(),
  /** The slowest of the last hour on all instances, by what the program calls them. */
  statements: z.array(tally.extend({ name: z.string() })),
  /** What failed in the last hour on all instances, the most frequent first. */
  errors: z.array(z.strictObject({ code: z.string(), operation: z.string(), count, lastAt: time })),
  disk: z.strictObject({
    /** Of the machine that answers, where the dashboard's files are; in bytes. */
    files: z.strictObject({ free: count, all: count }).nullable(),
    /** What the database takes; in bytes. What is free there, no statement can say. */
    databaseBytes: count.nullable(),
  }),
})
/** How the dashboard is, for those who run it: a part that could not be read in time is null. */
export type DashboardStatus = Immutable<z.output<typeof status>>

/** How the dashboard is, for administrators. */
export const statusContract = {
  readStatus: defineRoute({
    name: "read-status",
    method: "GET",
    path: "/api/status",
    summary: "See how the dashboard is: instances, parts, copies, work and what fails",
    permission: "workspace:write",
    scope: "none",
    answer: status,
    problems: [],
    isIdle: true,
  }),
}
