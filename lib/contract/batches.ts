import { z } from "zod"
import { batchAction, editVerdict } from "./activity"
import { defineRoute, type Immutable, pathId } from "./route"
import { guidText, moment } from "./values"

/** Limits of one batch. */
export const batchLimits = {
  items: 5000,
  bytes: 16 * 1024 * 1024,
  /** JSON values in the order: three per item. */
  values: 20_000,
  titleCharacters: 200,
} as const

/**
 * Departments of a batch by state. `sending` is in progress, `not_sent` was never sent, `unknown`
 * may have been sent.
 */
const counts = z.strictObject({
  waiting: z.int(),
  sending: z.int(),
  applied: z.int(),
  refused: z.int(),
  not_sent: z.int(),
  unknown: z.int(),
})

const summary = z.strictObject({
  id: z.guid(),
  title: z.string(),
  state: z.enum(["running", "stopped", "done"]),
  personId: z.string(),
  personName: z.string().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** The batch that this one undoes. */
  undoes: z.guid().nullable(),
  undoneBy: z.guid().nullable(),
  /** Actions on the batch, including its start, newest last. */
  actions: z.array(batchAction),
  counts,
})
/** Edits of several departments as one job. */
export type BatchSummary = Immutable<z.output<typeof summary>>

const item = z.strictObject({
  recordId: z.guid(),
  patch: z.string(),
  state: counts.keyof(),
  /** The platform's response status. */
  status: z.int().nullable(),
  code: z.string().nullable(),
  /** One sentence about what went wrong. */
  detail: z.string().nullable(),
  verdict: editVerdict.nullable(),
  /** Its entry in the activity, once it has been tried. */
  editId: z.guid().nullable(),
  /**
   * The person on whose behalf it is sent: the bulk edit's author, or whoever last resumed or
   * retried it.
   */
  personId: z.string(),
  personName: z.string().nullable(),
})
/** The state of one department of a batch. */
export type BatchItem = Immutable<z.output<typeof item>>

const batch = summary.extend({
  items: z.array(item),
  /** Pass as `since` to get only what has changed after this response. */
  mark: z.iso.datetime(),
})
/** A batch with each of its departments. */
export type Batch = Immutable<z.output<typeof batch>>

const batches = z.strictObject({ batches: z.array(summary) })
export type Batches = Immutable<z.output<typeof batches>>

const unstorable = /[\0\p{Surrogate}]/u

const title = z
  .string()
  .trim()
  .min(1)
  .max(batchLimits.titleCharacters)
  .refine((text) => !unstorable.test(text), "must be text without NUL or broken Unicode")

const itemsOf = <Item extends z.ZodType>(each: Item) => z.array(each).min(1).max(batchLimits.items)

const order = z.strictObject({
  title,
  /** One patch per department, sent byte for byte. */
  items: itemsOf(z.strictObject({ recordId: guidText, patch: z.string() })),
  undoes: guidText.optional(),
})
export type BatchOrder = Immutable<z.output<typeof order>>

const change = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("stop") }),
  z.strictObject({ action: z.literal("resume") }),
  z.strictObject({
    action: z.literal("retry"),
    /** An item without a patch retries the previous one. */
    items: itemsOf(z.strictObject({ recordId: guidText, patch: z.string().optional() })),
  }),
])
/** A change of an existing batch. */
export type BatchChange = Immutable<z.output<typeof change>>

const parameters = z.object({ id: pathId })
const limit = { bytes: batchLimits.bytes, values: batchLimits.values }

/**
 * Edits of several departments at once. Everyone who may read users sees them, administrators order
 * them.
 */
export const batchesContract = {
  readBatches: defineRoute({
    name: "read-batches",
    method: "GET",
    path: "/api/departments/batches",
    summary: "Read the newest bulk edits",
    permission: "users:read",
    scope: "all",
    answer: batches,
    problems: [],
  }),
  startBatch: defineRoute({
    name: "start-batch",
    method: "POST",
    path: "/api/departments/batches",
    summary: "Start a bulk edit",
    permission: "users:write",
    scope: "none",
    body: order,
    limit,
    answer: z.strictObject({ id: z.guid() }),
    problems: [],
  }),
  readBatch: defineRoute({
    name: "read-batch",
    method: "GET",
    path: "/api/departments/batches/{id}",
    summary: "Read a bulk edit with each department's part, or what has changed of it",
    permission: "users:read",
    scope: "all",
    parameters,
    query: z.object({
      /** The `mark` of an earlier response. Returns only what has changed since. */
      since: moment("date-time").exactOptional(),
    }),
    answer: batch,
    problems: ["not_found"],
  }),
  changeBatch: defineRoute({
    name: "change-batch",
    method: "PATCH",
    path: "/api/departments/batches/{id}",
    summary: "Stop a bulk edit, go on with it, or try some of it again",
    permission: "users:write",
    scope: "all",
    parameters,
    body: change,
    limit,
    answer: summary,
    problems: ["not_found", "batch_conflict"],
  }),
}
