import { z } from "zod"
import { valueTypes } from "../catalogue"
import { defineRoute, type Immutable } from "./route"

const recent = z.strictObject({
  /** The catalogue id of the operation that shows it. */
  operation: z.string(),
  /** The ids in the operation's path, in order. */
  ids: z.array(z.guid()),
  name: z.string().nullable(),
  /** Milliseconds since 1970. */
  openedAt: z.number(),
})
/** A record opened by the person. */
export type RecentRecord = Immutable<z.output<typeof recent>>

/** The records that a person opened last, visible only to them. */
export const recentsContract = {
  readRecents: defineRoute({
    name: "read-recents",
    method: "GET",
    path: "/api/recents",
    summary: "Read the records that one opened last",
    permission: "signed-in",
    scope: "none",
    answer: z.strictObject({ recents: z.array(recent) }),
    problems: [],
  }),
  rememberRecent: defineRoute({
    name: "remember-recent",
    method: "POST",
    path: "/api/recents",
    summary: "Remember that one opened a record",
    permission: "signed-in",
    scope: "none",
    body: z.strictObject({
      operation: z.string().max(100),
      ids: z.array(z.string().max(100)).max(10),
      name: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .refine((text) => valueTypes.string.parse(text) !== undefined)
        .nullable()
        .optional(),
    }),
    answer: null,
    problems: [],
  }),
}
