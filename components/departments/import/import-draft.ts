import { createContext, use } from "react"
import { z } from "zod"
import { createPersonalValue, usePersonalValue } from "../../edits/session-value"
import { sourceSchema } from "./read-csv"
import type { ReadableFile, UnreadableFile } from "./read-import"

const draftSchema = z.object({
  name: z.string(),
  source: sourceSchema,
  takesGood: z.boolean(),
  /** The columns whose empty cells clear, by id. */
  clears: z.array(z.string()).readonly(),
})

/** A file as it was brought, and what was chosen for it. */
export type ImportDraft = z.infer<typeof draftSchema>

/** Drafts of before hold the text of a CSV file. */
const olderSchema = z
  .object({ name: z.string(), text: z.string(), takesGood: z.boolean() })
  .transform(({ text, ...draft }): ImportDraft => ({ ...draft, source: { text }, clears: [] }))

/** Reads a draft that a tab has kept. */
export const importDraftSchema: z.ZodType<ImportDraft> = z.union([draftSchema, olderSchema])

const draft = createPersonalValue<ImportDraft | null>(
  "departments.import",
  importDraftSchema.nullable(),
  null,
)

/** The file that was brought in this tab, and how to put another in its place; a large one does not survive a reload, null takes it away. */
export const useImportDraft = () => usePersonalValue(draft)

/** What the parts of the screen share. */
export interface ImportScreen {
  readonly draft: ImportDraft | null
  /** What the file wants; undefined without one, and while it is being read. */
  readonly file: ReadableFile | UnreadableFile | undefined
  /** Puts another file or choice in place of the draft, which voids the plan. */
  readonly change: (draft: ImportDraft | null) => void
}

export const ImportContext = createContext<ImportScreen | undefined>(undefined)

/** The screen around. */
export function useImportScreen(): ImportScreen {
  const screen = use(ImportContext)
  if (!screen) throw new Error("This part stands outside of the import.")
  return screen
}
