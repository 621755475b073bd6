import { z } from "zod"
import { defineRoute, type Immutable } from "./route"
import { moment } from "./values"

const code = z.string().regex(/^[a-z][\w:.-]{0,79}$/i)
const count = z.int().min(0)
/** Number of equal events that a row represents, if more than one. */
const times = { count: count.exactOptional() }

/**
 * Recorded events by kind, with everything that their details may contain. Never text chosen by a
 * person.
 */
export const auditDetails = {
  signed_in: z.strictObject({}),
  sign_in_failed: z.strictObject({ code, ...times }),
  signed_out: z.strictObject({}),
  session_ended: z.strictObject({
    by: z.enum(["person", "administrator", "identity"]),
    /** Which sessions, if not all of one person's. */
    which: z.enum(["one", "others", "everybody"]).exactOptional(),
    count,
  }),
  refused: z.strictObject({
    operation: code.exactOptional(),
    method: code.exactOptional(),
    permission: code.exactOptional(),
    code,
    ...times,
  }),
  setting_changed: z.strictObject({
    setting: code,
    values: z.record(code, z.union([code, z.number(), z.boolean(), z.null()])),
  }),
  small_groups_changed: z.strictObject({ to: z.int() }),
  workspace_changed: z.strictObject({
    operation: code,
    added: count.exactOptional(),
    renamed: count.exactOptional(),
  }),
  names_uploaded: z.strictObject({ count }),
  names_removed: z.strictObject({}),
  names_looked_up: z.strictObject({ requests: count, count }),
  export_made: z.strictObject({ export: z.guid(), operation: code, format: code }),
  export_fetched: z.strictObject({ export: z.guid().exactOptional(), operation: code, ...times }),
  batch_begun: z.strictObject({ batch: z.guid(), count }),
  batch_undone: z.strictObject({ batch: z.guid(), undoes: z.guid(), count }),
  batch_changed: z.strictObject({ batch: z.guid(), action: code }),
  person_erased: z.strictObject({ rows: count }),
  audit_exported: z.strictObject({}),
} as const satisfies Record<string, z.ZodObject>

export type AuditKind = keyof typeof auditDetails
/** The details of an event, by kind. */
export type AuditDetails = { readonly [Kind in AuditKind]: z.output<(typeof auditDetails)[Kind]> }

const kinds = Object.keys(auditDetails) as [AuditKind, ...AuditKind[]]

/** Whether the action succeeded. */
const outcomes = ["done", "failed", "refused"] as const

const person = z.strictObject({
  /** The audit's own id of the person, kept when their name is erased. */
  id: z.guid(),
  /** The identity's id. Null if the person has been erased. */
  subject: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
})

const event = z.strictObject({
  id: z.guid(),
  at: z.iso.datetime(),
  kind: z.enum(kinds),
  outcome: z.enum(outcomes),
  /** Who did it. Null if nobody was signed in. */
  person: person.nullable(),
  /** Whose sessions ended, or who was erased. */
  about: person.nullable(),
  roles: z.array(z.string()),
  /** The client address, as far as the dashboard knows it. */
  address: z.string().nullable(),
  instance: z.string(),
  requestId: z.string().max(100).nullable(),
  details: z.record(z.string(), z.unknown()),
})
/** One event as stored in the audit log. */
export type StoredAuditEvent = Immutable<z.output<typeof event>>

/** Default and maximum number of events per page. */
export const auditPage = { default: 50, max: 200 } as const

const numberText = `must be a whole number from 1 to ${auditPage.max}`

const filter = z.object({
  kind: z.enum(kinds, "must be a kind of event").exactOptional(),
  /** The identity's id of a person, or part of their name or e-mail. */
  person: z
    .string()
    .regex(/^[^\0\p{Surrogate}]{1,255}$/u, "must have 1 to 255 characters")
    .exactOptional(),
  from: moment("date or date-time").exactOptional(),
  to: moment("date or date-time").exactOptional(),
})
/** Filters of the audit log. Times are ISO 8601, `from` inclusive and `to` exclusive. */
export type AuditFilter = Immutable<z.output<typeof filter>>

const page = z.strictObject({
  events: z.array(event),
  /** The `before` for older events. Null at the end. */
  next: z.string().nullable(),
})
/** A page of the audit log, newest events first. */
export type AuditPage = Immutable<z.output<typeof page>>

/** The audit log, for administrators. */
export const auditContract = {
  readAudit: defineRoute({
    name: "read-audit",
    method: "GET",
    path: "/api/audit",
    summary: "Read the audit log",
    permission: "audit:write",
    scope: "none",
    query: filter.extend({
      before: z
        .string()
        .regex(/^\d{1,17}\.[0-9a-f-]{36}$/, "must be the next of an answer")
        .exactOptional(),
      limit: z
        .string(numberText)
        .regex(/^\d{1,3}$/, numberText)
        .transform(Number)
        .pipe(z.number(numberText).min(1, numberText).max(auditPage.max, numberText))
        .default(auditPage.default),
    }),
    answer: page,
    problems: [],
  }),
  exportAudit: defineRoute({
    name: "export-audit",
    method: "GET",
    path: "/api/audit/file",
    summary: "Download all of the audit log that matches, as a file",
    permission: "audit:write",
    scope: "none",
    query: filter,
    answer: null,
    files: ["text/csv"],
    problems: [],
  }),
}
