import { z } from "zod"
import { isDay, roles, valueTypes } from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable, pathId } from "./route"

const day = z.string().refine(isDay, { error: "must be a day: 2026-11-26" })
const content = z
  .strictObject({
    /** Local days, both included. */
    from: day,
    to: day,
    text: z
      .string()
      .trim()
      .min(1, "must not be blank")
      .max(500, "must be at most 500 characters long")
      .refine((text) => valueTypes.string.parse(text) !== undefined, {
        error: `must be ${valueTypes.string.expected}`,
      }),
    /** The role that sees it besides its author. Null for none. */
    role: z.enum(roles).nullable(),
  })
  .refine(({ from, to }) => from <= to, { error: "must not end before it begins", path: ["to"] })
/** A person's note on some days. */
export type NoteContent = Immutable<z.output<typeof content>>

const note = z.strictObject({
  id: z.guid(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  role: z.enum(roles).nullable(),
  ownerName: z.string().nullable(),
  isMine: z.boolean(),
  mayRemove: z.boolean(),
  writtenAt: z.iso.datetime(),
})
/** A note on days of a data set, as its reader sees it. */
export type ChartNote = Immutable<z.output<typeof note>>

const parameters = z.object({ dataSetId: pathId })

/** Notes on days of a data set, private or for a role. */
export const notesContract = {
  readNotes: defineRoute({
    name: "read-notes",
    method: "GET",
    path: "/api/kpis/{dataSetId}/notes",
    summary: "Read the notes beside a data set's days that one may see",
    permission: "kpis:read",
    scope: "none",
    parameters,
    answer: z.strictObject({ notes: z.array(note) }),
    problems: [],
  }),
  addNote: defineRoute({
    name: "add-note",
    method: "POST",
    path: "/api/kpis/{dataSetId}/notes",
    summary: "Write a note beside days of a data set",
    permission: "kpis:read",
    scope: "none",
    parameters,
    body: content,
    answer: note,
    problems: ["not_found", "limit_reached", ...platformProblems],
  }),
  removeNote: defineRoute({
    name: "remove-note",
    method: "DELETE",
    path: "/api/kpis/{dataSetId}/notes/{note}",
    summary: "Remove one's own note, or a shared one as an administrator",
    permission: "kpis:read",
    scope: "none",
    parameters: parameters.extend({ note: pathId }),
    answer: null,
    problems: ["not_found"],
  }),
}
