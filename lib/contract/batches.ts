import { z } from "zod"
import { batchAction, editVerdict } from "./activity"
import { defineRoute, type Immutable, pathId } from "./route"
import { guidText, moment } from "./values"

/** The most that one batch may hold. */
export const batchLimits = {
  items: 5000,
  bytes: 16 * 1024 * 1024,
  /** Of the order's JSON: three for each item. */
  values: 20_000,
  titleCharacters: 200,
} as const

/** How many departments of a batch are where: `sending` is under way, `not_sent` never left, `unknown` may have. */
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
  /** The batch that this one takes back. */
  undoes: z.guid().nullable(),
  undoneBy: z.guid().nullable(),
  /** What was done with it, the start included, the newest last. */
  actions: z.array(batchAction),
  counts,
})
/** Edits of several departments as one piece of work. */
export type BatchSummary = Immutable<z.output<typeof summary>>

const item = z.strictObject({
  recordId: z.guid(),
  patch: z.string(),
  state: counts.keyof(),
  /** The platform's answer code. */
  status: z.int().nullable(),
  code: z.string().nullable(),
  /** One sentence about what went wrong. */
  detail: z.string().nullable(),
  verdict: editVerdict.nullable(),
  /** Its entry in the activity, once it has been tried. */
  editId: z.guid().nullable(),
  /** Who has it sent: the bulk edit's author, or who resumed it or tried it again since. */
  personId: z.string(),
  personName: z.string().nullable(),
})
/** What becomes of one department of a batch. */
export type BatchItem = Immutable<z.output<typeof item>>

const batch = summary.extend({
  items: z.array(item),
  /** Asks later for what has changed since this answer. */
  mark: z.iso.datetime(),
})
/** A batch with each department's part. */
export type Batch = Immutable<z.output<typeof batch>>

const batches = z.strictObject({ batches: z.array(summary) })
/** The newest batches. */
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
  /** One patch for each department, sent byte for byte. */
  items: itemsOf(z.strictObject({ recordId: guidText, patch: z.string() })),
  undoes: guidText.optional(),
})
/** A batch as it is ordered. */
export type BatchOrder = Immutable<z.output<typeof order>>

const change = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("stop") }),
  z.strictObject({ action: z.literal("resume") }),
  z.strictObject({
    action: z.literal("retry"),
    /** Who is tried again has a patch of their own or the old one. */
    items: itemsOf(z.strictObject({ recordId: guidText, patch: z.string().optional() })),
  }),
])
/** What becomes of a batch that is there. */
export type BatchChange = Immutable<z.output<typeof change>>

const parameters = z.object({ id: pathId })
const limit = { bytes: batchLimits.bytes, values: batchLimits.values }

/** Edits of several departments at once: everybody who reads about users sees them, administrators order them. */
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
      /** The `mark` of an earlier answer; then only what has changed since is told. */
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
