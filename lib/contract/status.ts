import { z } from "zod"
import { quota } from "./quota"
import { defineRoute, type Immutable } from "./route"

const count = z.int().min(0)
const time = z.iso.datetime()
const seconds = count

const tableState = z.enum(["fits", "newer", "older", "none"])

const instance = z.strictObject({
  id: z.string(),
  /** Host and port, as the instance knows them. */
  name: z.string(),
  version: z.string(),
  node: z.string(),
  startedAt: time,
  /** Since its last heartbeat, by the database clock. */
  seenSecondsAgo: seconds,
  /** `untried`: its access to the platform has not been checked yet. */
  status: z.enum(["ready", "not_ready", "untried"]),
  impaired: z.array(z.string()),
  draining: z.boolean(),
  /** Whether it is the responding instance. */
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
  /** Of the responding instance. Each part is `ok` or the code of its fault. */
  readiness: z.strictObject({
    status: z.enum(["ready", "not_ready"]),
    parts: z.array(z.strictObject({ part: z.enum(["database", "upstream"]), code: z.string() })),
    impaired: z.array(z.string()),
    draining: z.boolean(),
  }),
  /** Instances with a heartbeat in the last minute. */
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
      /** Complete lists have everything up to this time. */
      asOf: time.nullable(),
      /** Lists that wait for a person, by operation and by the code of their failure. */
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
  /** Leases by instance. The instance's id if it is known, else null. */
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
  /** The slowest statements of the last hour on all instances, by their name in the program. */
  statements: z.array(tally.extend({ name: z.string() })),
  /** Errors of the last hour on all instances, most frequent first. */
  errors: z.array(z.strictObject({ code: z.string(), operation: z.string(), count, lastAt: time })),
  disk: z.strictObject({
    /** Disk space in bytes where the dashboard's files are, on the responding machine. */
    files: z.strictObject({ free: count, all: count }).nullable(),
    /** Size of the database in bytes. Its free space cannot be queried. */
    databaseBytes: count.nullable(),
  }),
})
/** The dashboard's state for operators. A part that could not be read in time is null. */
export type DashboardStatus = Immutable<z.output<typeof status>>

/** The dashboard's state, for administrators. */
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
