import { z } from "zod"
import { defineRoute, type Immutable } from "./route"
import { namedEntry } from "./workspace"

const source = z.strictObject({
  entries: z.array(namedEntry),
  views: z.array(
    z.strictObject({ id: z.guid(), report: z.string(), name: z.string(), search: z.string() }),
  ),
})
/** Targets of the palette besides the navigation: entries of the workspace, and saved views. */
export type PaletteSource = Immutable<z.output<typeof source>>

/** The palette's entries, limited to what the person may read. */
export const paletteContract = {
  readPalette: defineRoute({
    name: "read-palette",
    method: "GET",
    path: "/api/palette",
    summary: "Read what one may jump to",
    permission: "signed-in",
    scope: "none",
    answer: source,
    problems: [],
  }),
}
