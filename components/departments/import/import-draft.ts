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
  /** Ids of the columns whose empty cells clear values. */
  clears: z.array(z.string()).readonly(),
  /** The chosen use per column index; guessed if none was chosen. */
  uses: z.array(z.string().nullable()).readonly().exactOptional(),
  /** The accepted kinds of warnings. */
  accepted: z.array(z.enum(warningKinds)).readonly().default([]),
})

/** A file as provided, with the choices made for it. */
export type ImportDraft = z.infer<typeof draftSchema>

const draft = createPersonalValue<ImportDraft | null>(
  "departments.import",
  draftSchema.nullable(),
  null,
)

/**
 * This tab's imported file and its setter. Null removes it; a large file does not survive a reload.
 */
export const useImportDraft = () => usePersonalValue(draft)

/** A file with parsed rows. */
export interface ImportFile {
  readonly table: FileTable
  /** The use of each column, chosen or guessed. */
  readonly uses: readonly (string | null)[]
  /** The choice that is missing before rows can be planned. */
  readonly missing?: "key" | "values" | undefined
  readonly columns?: ImportColumns | undefined
  readonly emptyCells: readonly EmptyCells[]
  readonly plan: ImportPlan | undefined
}

export interface ImportScreen {
  readonly draft: ImportDraft | null
  /** Undefined without a file, and while it is being read. */
  readonly file: ImportFile | UnreadFile | undefined
  /** Replaces the draft with another file or choice, which invalidates the plan. */
  readonly change: (draft: ImportDraft | null) => void
}

export const ImportContext = createContext<ImportScreen | undefined>(undefined)

export function useImportScreen(): ImportScreen {
  const screen = use(ImportContext)
  if (!screen) throw new Error("This part stands outside of the import.")
  return screen
}
