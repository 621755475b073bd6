import type { TreeEntry } from "@/lib/client"
import { type ImportPlan, planImport } from "./plan-import"
import {
  type ColumnFacts,
  type KeyField,
  type LeftColumn,
  type ReadColumns,
  readColumns,
} from "./read-columns"
import { type CsvTable, type FileFault, readCsv } from "./read-csv"

/** A file that can be tried, with what is left out of it. */
export interface ReadableFile {
  readonly ok: true
  readonly separator: "," | ";"
  readonly rows: number
  readonly key: KeyField
  /** Columns that are not known or there twice. */
  readonly badColumns: readonly LeftColumn[]
  /** Columns of an export that no change may touch. */
  readonly fixedColumns: readonly string[]
  readonly plan: ImportPlan
}

/** Why nothing of a file can be tried; `name` is that of its first column. */
export interface UnreadableFile {
  readonly ok: false
  readonly fault: FileFault | "no_key" | "no_columns"
  readonly line: number
  readonly name?: string
}

const toFile = (
  table: Extract<CsvTable, { ok: true }>,
  columns: ReadColumns,
  key: KeyField,
  departments: readonly TreeEntry[],
): ReadableFile => ({
  ...{ ok: true, separator: table.separator, rows: table.rows.length, key },
  badColumns: columns.left.filter(({ fault }) => fault !== "fixed_column"),
  fixedColumns: columns.left.flatMap(({ name, fault }) => (fault === "fixed_column" ? [name] : [])),
  plan: planImport(table, columns, key, departments),
})

/** Reads what a file asks for, by the departments as they are known. */
export async function readImport(
  text: string,
  facts: ColumnFacts,
  departments: readonly TreeEntry[],
): Promise<ReadableFile | UnreadableFile> {
  const table = await readCsv(text)
  if (!table.ok) return table
  const { cells, line } = table.head
  const columns = readColumns(cells, facts)
  if (!columns.key) return { ok: false, fault: "no_key", line, name: cells[0] ?? "" }
  if (columns.columns.length === 0) return { ok: false, fault: "no_columns", line }
  return toFile(table, columns, columns.key, departments)
}
