import { z } from "zod"
import { defineRoute, type Immutable } from "./route"
import { guidText, moment } from "./values"

/** How the sending of an edit ended; `intended` is under way. */
const outcomes = ["intended", "applied", "refused", "not_sent", "unknown"] as const

/** What the record, read back, says of an edit whose outcome is unknown. */
export const editVerdict = z.enum(["applied", "not_applied", "changed", "undetermined"])

const person = z.strictObject({ personId: z.string(), personName: z.string().nullable() })
/** Somebody who made an edit, or did something with a bulk edit. */
export type EditPerson = Immutable<z.output<typeof person>>

/** One edit as the log holds it. */
export const activityEntry = z.strictObject({
  id: z.guid(),
  ...person.shape,
  /** The catalogue's operation. */
  operation: z.string(),
  recordId: z.string(),
  /** The patch as it was meant, `test` operations included. */
  patch: z.string(),
  /** What went out, where the platform takes no `test` operations; else null and the patch itself went out. */
  sentPatch: z.string().nullable(),
  requestId: z.string(),
  intendedAt: z.iso.datetime(),
  concludedAt: z.iso.datetime().nullable(),
  outcome: z.enum(outcomes),
  /** The platform's answer code. */
  status: z.int().nullable(),
  code: z.string().nullable(),
  verdict: editVerdict.nullable(),
  /** The edit that this one takes back. */
  undoes: z.guid().nullable(),
  /** The newest applied edit that takes this one back. */
  undoneBy: z.guid().nullable(),
  /** The batch that it is part of. */
  batch: z.guid().nullable(),
})
/** One edit as the log holds it. */
export type ActivityEntry = Immutable<z.output<typeof activityEntry>>

/** What was done with a bulk edit; without a person it stopped by itself, for a reason that is a code. */
export const batchAction = z.strictObject({
  /** `undo` is the start of one that takes another back. */
  action: z.enum(["start", "undo", "stop", "resume", "retry"]),
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  reason: z.string().nullable(),
  madeAt: z.iso.datetime({ offset: true }),
})
/** What was done with a bulk edit. */
export type BatchAction = Immutable<z.output<typeof batchAction>>

const bulkAction = batchAction.extend({ batch: z.guid(), title: z.string() })
/** The same with the bulk edit's id and title. */
export type BulkAction = Immutable<z.output<typeof bulkAction>>

const page = z.strictObject({
  entries: z.array(activityEntry),
  /** What was done with bulk edits in the time of the entries. */
  actions: z.array(bulkAction),
  /** Goes into `before` for the older ones; null at the end. */
  next: z.guid().nullable(),
})
/** A page of the log, the newest edits first. */
export type ActivityPage = Immutable<z.output<typeof page>>

const maxPerson = 255

const filter = z.object({
  id: guidText.exactOptional(),
  record: guidText.exactOptional(),
  person: z
    .string()
    .refine(
      (text) => /^[^\0]+$/.test(text) && text.length <= maxPerson,
      `must be a person's id of 1 to ${maxPerson} characters`,
    )
    .exactOptional(),
  outcome: z.enum(outcomes, `must be one of ${outcomes.join(", ")}`).exactOptional(),
  batch: guidText.exactOptional(),
  from: moment("date or date-time").exactOptional(),
  to: moment("date or date-time").exactOptional(),
})
/** What the activity is narrowed to; times are ISO, `from` included and `to` not. */
export type ActivityFilter = Immutable<z.input<typeof filter>>

/** The log of edits of departments, and of what was done with bulk edits. */
export const activityContract = {
  readActivity: defineRoute({
    name: "read-activity",
    method: "GET",
    path: "/api/activity",
    summary: "Read the log of edits",
    permission: "users:read",
    scope: "all",
    query: filter.extend({ before: guidText.exactOptional() }),
    answer: page,
    problems: [],
  }),
  readActivityPeople: defineRoute({
    name: "read-activity-people",
    method: "GET",
    path: "/api/activity/people",
    summary: "Read whose edits the log holds",
    permission: "users:read",
    scope: "none",
    answer: z.strictObject({ people: z.array(person) }),
    problems: [],
  }),
  exportActivity: defineRoute({
    name: "export-activity",
    method: "GET",
    path: "/api/activity/export",
    summary: "Read all of the log that matches, as a file",
    permission: "users:read",
    scope: "all",
    query: filter,
    answer: null,
    files: ["text/csv"],
    problems: [],
  }),
}
