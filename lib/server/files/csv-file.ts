import { stringify } from "csv-stringify/sync"
import { type ExportColumn, type Row, readColumn } from "../../catalogue"
import { escapeFormula } from "./escape-formula"
import { wallTime } from "./sheet-dates"
import type { Cell } from "./sheet-xml"

/** The format of a CSV file: RFC 4180 in UTF-8, with CRLF line endings. */
export interface CsvOptions {
  /** Starts with a byte order mark, by which Excel recognizes UTF-8. */
  readonly bom: boolean
  readonly separator: "," | ";"
}

const byteOrderMark = "\uFEFF"
/** Separators that spreadsheet programs with other locale settings expect. */
const foreignTo = { ",": ";\t", ";": ",\t" } as const satisfies Record<
  CsvOptions["separator"],
  string
>
const lineBreak = /[\r\n]/

/** One line per row; dates as local times, which spreadsheet programs parse as dates. */
export const csvCells = (rows: readonly (readonly Cell[])[], options: CsvOptions): string =>
  printRows(
    rows.map((cells) => cells.map((cell) => printCell(printDate(cell), options))),
    options,
  )

const printDate = (cell: Cell) =>
  typeof cell === "object" && cell !== null
    ? wallTime(cell).toISOString().slice(0, 16).replace("T", " ")
    : cell

/** Arrays and objects become JSON text; no value becomes an empty cell. */
function printCell(value: unknown, { separator }: CsvOptions): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "number" || typeof value === "boolean") return `${value}`
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return escapeFormula(text, foreignTo[separator])
}

const printRows = (cells: readonly (readonly string[])[], { separator }: CsvOptions) =>
  stringify([...cells.map((row) => [...row])], {
    delimiter: separator,
    record_delimiter: "windows",
    quoted_match: lineBreak,
  })

/** The header line, preceded by the byte order mark if enabled. */
export const csvHead = (headers: readonly string[], options: CsvOptions): string =>
  `${options.bom ? byteOrderMark : ""}${printRows([headers.map((head) => printCell(head, options))], options)}`

export const csvLines = (
  columns: readonly ExportColumn[],
  rows: readonly Row[],
  options: CsvOptions,
): string =>
  printRows(
    rows.map((row) => columns.map((column) => printCell(readColumn(column, row), options))),
    options,
  )
