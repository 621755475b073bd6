import type { TreeEntry } from "@/lib/client"
import { type EmptyCells, findEmptyCells, type ImportPlan, planImport } from "./plan-import"
import {
  type ColumnFacts,
  type KeyField,
  type LeftColumn,
  type ReadColumns,
  readColumns,
} from "./read-columns"
import type { CsvTable, FileFault } from "./read-csv"

/** A file that can be tried, with what is left out of it. */
export interface ReadableFile {
  readonly ok: true
  /** Undefined for a workbook. */
  readonly separator: "," | ";" | undefined
  readonly rows: number
  readonly key: KeyField
  /** Columns that are not known or there twice. */
  readonly badColumns: readonly LeftColumn[]
  /** Columns of an export that no change may touch. */
  readonly fixedColumns: readonly string[]
  /** Columns whose empty cells can be chosen to clear. */
  readonly emptyCells: readonly EmptyCells[]
  readonly plan: ImportPlan
}

/** Why nothing of a file can be tried; `name` is that of its first column, or of a cell. */
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
  clearing: readonly string[],
): ReadableFile => ({
  ok: true,
  separator: table.separator,
  rows: table.rows.length,
  key,
  badColumns: columns.left.filter(({ fault }) => fault !== "fixed_column"),
  fixedColumns: columns.left.flatMap(({ name, fault }) => (fault === "fixed_column" ? [name] : [])),
  emptyCells: findEmptyCells(table, columns),
  plan: planImport(table, columns, key, departments, clearing),
})

/** Reads what a table asks for, by the departments as they are known. */
export function readImport(
  table: CsvTable,
  facts: ColumnFacts,
  departments: readonly TreeEntry[],
  clearing: readonly string[],
): ReadableFile | UnreadableFile {
  if (!table.ok) return table
  const { cells, line } = table.head
  const columns = readColumns(cells, facts)
  if (!columns.key) return { ok: false, fault: "no_key", line, name: cells[0] ?? "" }
  if (columns.columns.length === 0) return { ok: false, fault: "no_columns", line }
  return toFile(table, columns, columns.key, departments, clearing)
}
