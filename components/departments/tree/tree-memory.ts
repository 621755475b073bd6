import { z } from "zod"
import { createSessionValue } from "../../edits/session-value"

const opennessSchema = z.object({
  /** The levels that the branches were turned over at. */
  levels: z.string(),
  turned: z.array(z.string()).readonly(),
})
const placeSchema = z.object({ active: z.string().optional(), top: z.number() })

const noneTurned: z.infer<typeof opennessSchema> = { levels: "", turned: [] }
const atTop: z.infer<typeof placeSchema> = { top: 0 }

/** The branches that were opened and closed one by one in this tab. */
export const openMemory = createSessionValue("departments.open", opennessSchema, noneTurned)
/** Where the tree stood when it was left in this tab: the active row and how far it was scrolled, in pixels. */
export const placeMemory = createSessionValue("departments.place", placeSchema, atTop)
/** What the server knows of a tab's branches. */
export const noneOpened = () => noneTurned
