import { createContext, use } from "react"
import { z } from "zod"
import type { FileTable, UnreadFile } from "@/lib/client/files/read-csv"
import { sourceSchema } from "@/lib/client/files/read-file"
import { createPersonalValue, usePersonalValue } from "../../edits/session-value"
import { warningKinds } from "./find-warnings"
import type { ImportColumns } from "./import-columns"
import type { EmptyCells, ImportPlan } from "./plan-import"

const draftSchema = z.object({
  name: z.string(),
  source: sourceSchema,
  takesGood: z.boolean(),
  /** The columns whose empty cells clear, by id. */
  clears: z.array(z.string()).readonly(),
  /** What each column is for, by place; what is guessed where nothing was chosen. */
  uses: z.array(z.string().nullable()).readonly().exactOptional(),
  /** The kinds of warnings that were accepted. */
  accepted: z.array(z.enum(warningKinds)).readonly().default([]),
})

/** A file as it was brought, and what was chosen for it. */
export type ImportDraft = z.infer<typeof draftSchema>

const draft = createPersonalValue<ImportDraft | null>(
  "departments.import",
  draftSchema.nullable(),
  null,
)

/** The file that was brought in this tab, and how to put another in its place; a large one does not survive a reload, null takes it away. */
export const useImportDraft = () => usePersonalValue(draft)

/** A file whose rows are read. */
export interface ImportFile {
  readonly table: FileTable
  /** What each column is for, chosen or guessed. */
  readonly uses: readonly (string | null)[]
  /** What has to be chosen before rows can be tried. */
  readonly missing?: "key" | "values" | undefined
  readonly columns?: ImportColumns | undefined
  readonly emptyCells: readonly EmptyCells[]
  readonly plan: ImportPlan | undefined
}

/** What the parts of the screen share. */
export interface ImportScreen {
  readonly draft: ImportDraft | null
  /** Undefined without a file, and while it is being read. */
  readonly file: ImportFile | UnreadFile | undefined
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
