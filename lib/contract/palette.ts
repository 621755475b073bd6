import { z } from "zod"
import { defineRoute, type Immutable } from "./route"
import { namedEntry } from "./workspace"

const source = z.strictObject({
  entries: z.array(namedEntry),
  views: z.array(
    z.strictObject({ id: z.guid(), report: z.string(), name: z.string(), search: z.string() }),
  ),
})
/** What a person may jump to beside the pages of the navigation: what the workspace names, and saved views. */
export type PaletteSource = Immutable<z.output<typeof source>>

/** What the palette offers, as far as the person may read it. */
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
