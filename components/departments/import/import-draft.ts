import { z } from "zod"
import { createPersonalValue, usePersonalValue } from "../../edits/session-value"

const draftSchema = z.object({ name: z.string(), text: z.string(), takesGood: z.boolean() })

/** A file as it was brought, and what was chosen for it. */
export type ImportDraft = z.infer<typeof draftSchema>

const draft = createPersonalValue<ImportDraft | null>(
  "departments.import",
  draftSchema.nullable(),
  null,
)

/** The file that was brought in this tab, and how to put another in its place; a large one does not survive a reload, null takes it away. */
export const useImportDraft = () => usePersonalValue(draft)
