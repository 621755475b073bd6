import { z } from "zod"
import { parseGuid } from "../catalogue"
import { activityEntry } from "./activity"
import { defineRoute, type Immutable, pathId } from "./route"

/** Headers of a change in addition to its patch. */
export const editHeaders = z.object({
  /** One per intention. A repeated request within a day gets the result of the first. */
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, "must be 1 to 255 visible ASCII characters")
    .exactOptional(),
  /** The edit of the same department that this one undoes. */
  "x-undoes": z
    .string()
    .refine((text) => parseGuid(text) !== undefined, "must be a guid")
    .transform((text) => parseGuid(text) ?? text)
    .exactOptional(),
})

const reason = z.strictObject({
  /** A JSON Pointer into the department. "" for the whole document. */
  path: z.string(),
  message: z.string(),
})

const answer = z.strictObject({
  edit: activityEntry,
  /** The department after the edit. Null if it was not read. */
  record: z.record(z.string(), z.unknown()).nullable(),
  /** `refused`: nothing was changed. */
  outcome: z.enum(["applied", "refused", "unknown"]),
  /** Why it was refused, or why the outcome is unknown. */
  reasons: z.array(reason),
})
export type EditAnswer = Immutable<z.output<typeof answer>>

export const editsContract = {
  sendEdit: defineRoute({
    name: "send-edit",
    method: "POST",
    path: "/api/departments/{departmentId}/edits",
    summary: "Change a department by a JSON Patch, and say what became of it",
    permission: "users:write",
    scope: "all",
    parameters: z.object({ departmentId: pathId }),
    headers: editHeaders,
    body: z.array(z.looseObject({ op: z.string(), path: z.string() })),
    answer,
    problems: ["malformed_body", "idempotency_key_reused", "quota_exhausted", "not_found"],
  }),
  readEdit: defineRoute({
    name: "read-edit",
    method: "GET",
    path: "/api/departments/{departmentId}/edits/{editId}",
    summary: "Read an edit and what became of it",
    permission: "users:read",
    scope: "all",
    parameters: z.object({ departmentId: pathId, editId: pathId }),
    answer,
    problems: ["not_found"],
  }),
}
