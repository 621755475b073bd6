import { z } from "zod"
import { defineRoute, type Immutable } from "./route"
import { guidText, moment } from "./values"

/** Outcome of sending an edit. `intended` means in progress. */
const outcomes = ["intended", "applied", "refused", "not_sent", "unknown"] as const

/** What the record, read back, shows about an edit with an unknown outcome. */
export const editVerdict = z.enum(["applied", "not_applied", "changed", "undetermined"])

const person = z.strictObject({ personId: z.string(), personName: z.string().nullable() })
/** A person who made an edit or acted on a bulk edit. */
export type EditPerson = Immutable<z.output<typeof person>>

/** One edit in the log. */
export const activityEntry = z.strictObject({
  id: z.guid(),
  ...person.shape,
  /** The catalogue's operation. */
  operation: z.string(),
  recordId: z.string(),
  /** The patch as intended, including `test` operations. */
  patch: z.string(),
  /**
   * What was sent, if the platform does not support `test` operations. Null if the patch itself was
   * sent.
   */
  sentPatch: z.string().nullable(),
  requestId: z.string(),
  intendedAt: z.iso.datetime(),
  concludedAt: z.iso.datetime().nullable(),
  outcome: z.enum(outcomes),
  /** The platform's response status. */
  status: z.int().nullable(),
  code: z.string().nullable(),
  verdict: editVerdict.nullable(),
  /** The edit that this one undoes. */
  undoes: z.guid().nullable(),
  /** The newest applied edit that undoes this one. */
  undoneBy: z.guid().nullable(),
  /** The batch that contains it. */
  batch: z.guid().nullable(),
})
export type ActivityEntry = Immutable<z.output<typeof activityEntry>>

/** An action on a bulk edit. Without a person it stopped by itself, with a code as the reason. */
export const batchAction = z.strictObject({
  /** `undo` starts a bulk edit that undoes another. */
  action: z.enum(["start", "undo", "stop", "resume", "retry"]),
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  reason: z.string().nullable(),
  madeAt: z.iso.datetime({ offset: true }),
})
export type BatchAction = Immutable<z.output<typeof batchAction>>

const bulkAction = batchAction.extend({ batch: z.guid(), title: z.string() })
/** Same, with the bulk edit's id and title. */
export type BulkAction = Immutable<z.output<typeof bulkAction>>

const page = z.strictObject({
  entries: z.array(activityEntry),
  /** Actions on bulk edits in the period of the entries. */
  actions: z.array(bulkAction),
  /** The `before` for older entries. Null at the end. */
  next: z.guid().nullable(),
})
/** A page of the log, newest edits first. */
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
/** Filters of the activity. Times are ISO 8601, `from` inclusive and `to` exclusive. */
export type ActivityFilter = Immutable<z.input<typeof filter>>

/** The log of department edits, and of actions on bulk edits. */
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
