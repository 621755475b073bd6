import { useEffect, useMemo, useState } from "react"
import type { ExportColumn } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { headsOf } from "@/lib/client/files/department-keys"
import { guessUses } from "@/lib/client/files/guess-uses"
import type { FileTable, UnreadFile } from "@/lib/client/files/read-csv"
import { readTable } from "@/lib/client/files/read-file"
import { batchLimit } from "../../edits/batches"
import { useDepartmentFields, useDepartmentSchemas } from "../bulk/with-departments"
import { usePhoneRules } from "../fields/phone-rules"
import { type ColumnFacts, importUses, readColumns } from "./import-columns"
import type { ImportDraft, ImportFile } from "./import-draft"
import { findEmptyCells, planImport } from "./plan-import"

const none: readonly string[] = []

/** The columns that a file may have; headers may be in any language. */
export function useColumnFacts(known: readonly ExportColumn[]): ColumnFacts {
  const fields = useDepartmentFields()
  const schemas = useDepartmentSchemas()
  const splitPhone = usePhoneRules()?.split
  return useMemo(
    () => ({
      known,
      fields,
      open: new Set(Object.keys(schemas)),
      labelsOf: headsOf,
      splitPhone,
    }),
    [known, fields, schemas, splitPhone],
  )
}

/** The raw rows of a file. */
function useTable(source: ImportDraft["source"] | undefined): FileTable | UnreadFile | undefined {
  const [read, setRead] = useState<{ of: ImportDraft["source"]; table: FileTable | UnreadFile }>()
  useEffect(() => {
    if (source === undefined) return
    let isOver = false
    void readTable(source, batchLimit).then((table) => {
      if (!isOver) setRead({ of: source, table })
    })
    return () => {
      isOver = true
    }
  }, [source])
  return read && read.of === source ? read.table : undefined
}

/** The changes of a file; undefined without one, and while it is being read. */
export function useImportFile(
  draft: ImportDraft | null,
  facts: ColumnFacts,
  departments: readonly TreeEntry[],
): ImportFile | UnreadFile | undefined {
  const table = useTable(draft?.source)
  const { uses: chosen, clears = none } = draft ?? {}
  return useMemo(() => {
    if (!table || !("rows" in table)) return table
    const uses = chosen ?? guessUses(table, importUses(facts, departments))
    const columns = readColumns(uses, facts)
    if ("missing" in columns)
      return { table, uses, missing: columns.missing, emptyCells: [], plan: undefined }
    const plan = planImport(table, columns, departments, clears)
    return { table, uses, columns, emptyCells: findEmptyCells(table, columns), plan }
  }, [table, chosen, clears, facts, departments])
}
