import type { Separator } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { type EmptyCells, findEmptyCells, type ImportPlan, planImport } from "./plan-import"
import {
  type ColumnFacts,
  type KeyField,
  type LeftColumn,
  type ReadColumns,
  readColumns,
} from "./read-columns"
import {
  type CsvTable,
  type FileFault,
  type FileSource,
  fileLimit,
  readCsv,
  readText,
  type UnreadFile,
} from "./read-csv"

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/** A file within an archive, as workbooks begin with; two letters alone may begin a CSV file. */
const zip = [0x50, 0x4b, 0x03, 0x04]
/** Compound files: workbooks from before 2007, and later ones with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const encryptedMark = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"

function refuseCompound(bytes: Uint8Array): UnreadFile {
  const isEncrypted = new TextDecoder("latin1").decode(bytes).includes(encryptedMark)
  return { ok: false, fault: isEncrypted ? "encrypted" : "old_workbook", line: 1 }
}

/** Reads a CSV file or an XLSX workbook, distinguished by what they begin with; what reads workbooks is loaded for one only. */
export async function readFile(
  file: Blob,
): Promise<{ readonly ok: true; readonly source: FileSource } | UnreadFile> {
  if (file.size > fileLimit) return { ok: false, fault: "too_large", line: 1 }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, compound)) return refuseCompound(bytes)
  if (!startsWith(bytes, zip)) return readText(bytes)
  const { readWorkbook } = await import("./read-workbook")
  return readWorkbook(bytes)
}

/** The rows of what was read, the first one apart. */
export async function readTable(source: FileSource): Promise<CsvTable> {
  if ("text" in source) return readCsv(source.text)
  const [head, ...rows] = source.rows
  return head
    ? { ok: true, separator: undefined, head, rows }
    : { ok: false, fault: "empty", line: 1 }
}

/** A file that can be tried, with what is left out of it. */
export interface ReadableFile {
  readonly ok: true
  /** Undefined for a workbook. */
  readonly separator: Separator | undefined
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

/** Reads what a table wants of departments, by the departments as they are known. */
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
