import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

const text = z.string().regex(/^[^\0\p{Surrogate}]{1,255}$/u, "must have 1 to 255 characters")
/** A person's ids, at the identity and at the platform. */
const ids = z.array(text).min(1).max(10)

const known = z.strictObject({
  /** The given ids, and those uploaded with the person's e-mail addresses. */
  ids: z.array(z.string()),
  names: z.array(z.string()),
  emails: z.array(z.string()),
})
/** What the dashboard knows about a person. */
export type PersonToErase = Immutable<z.output<typeof known>>

const erased = z.strictObject({
  /** What others see instead of the person. */
  label: z.string(),
  /** What was done to each table, or which texts still mention the person (`left`). */
  counts: z.array(
    z.strictObject({
      table: z.string(),
      does: z.enum(["removed", "renamed", "replaced", "left"]),
      rows: z.int(),
    }),
  ),
})
/** The result of an erasure. */
export type ErasedPerson = Immutable<z.output<typeof erased>>

/** Erases a person from the dashboard's database. For administrators. */
export const erasureContract = {
  findPersonToErase: defineRoute({
    name: "find-person-to-erase",
    method: "POST",
    path: "/api/erasure/lookup",
    summary: "Find whom an erasure would erase",
    permission: "erasure:write",
    scope: "none",
    body: z.strictObject({ ids }),
    answer: known,
    problems: ["took_too_long"],
  }),
  erasePerson: defineRoute({
    name: "erase-person",
    method: "POST",
    path: "/api/erasure",
    summary: "Erase a person for good",
    permission: "erasure:write",
    scope: "none",
    body: z.strictObject({
      ids,
      /**
       * Also replaces the person's names in texts that others wrote, which may affect a namesake.
       */
      replacesNames: z.boolean(),
    }),
    answer: erased,
    problems: ["took_too_long"],
  }),
}
