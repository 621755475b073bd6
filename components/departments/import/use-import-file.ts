import { useEffect, useMemo, useState } from "react"
import type { TreeEntry } from "@/lib/client"
import type { ImportDraft } from "./import-draft"
import type { ColumnFacts } from "./read-columns"
import type { CsvTable } from "./read-csv"
import { readTable } from "./read-file"
import { type ReadableFile, readImport, type UnreadableFile } from "./read-import"

const none: readonly string[] = []

/** What a file asks for; undefined without one, and while it is being read. */
export function useImportFile(
  draft: ImportDraft | null,
  facts: ColumnFacts,
  departments: readonly TreeEntry[],
): ReadableFile | UnreadableFile | undefined {
  const source = draft?.source
  const clearing = draft?.clears ?? none
  const [read, setRead] = useState<{ of: ImportDraft["source"]; table: CsvTable }>()
  useEffect(() => {
    if (source === undefined) return
    let isOver = false
    void readTable(source).then((table) => {
      if (!isOver) setRead({ of: source, table })
    })
    return () => {
      isOver = true
    }
  }, [source])
  const table = read && read.of === source ? read.table : undefined
  return useMemo(
    () => table && readImport(table, facts, departments, clearing),
    [table, facts, departments, clearing],
  )
}
