import { stringify } from "csv-stringify/sync"
import { type ExportColumn, type Row, readColumn } from "../../catalogue"
import { escapeFormula } from "./escape-formula"
import { wallTime } from "./sheet-dates"
import type { Cell } from "./sheet-xml"

/** How a CSV file is written: RFC 4180 in UTF-8, lines ended by CRLF. */
export interface CsvOptions {
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  readonly bom: boolean
  readonly separator: "," | ";"
}

const byteOrderMark = "\uFEFF"
/** What spreadsheets of other settings take for the separator. */
const foreignTo = { ",": ";\t", ";": ",\t" } as const satisfies Record<
  CsvOptions["separator"],
  string
>
const lineBreak = /[\r\n]/

/** One line of cells; dates as their clocks show them, which spreadsheets read as dates. */
export const csvCells = (rows: readonly (readonly Cell[])[], options: CsvOptions): string =>
  printRows(
    rows.map((cells) => cells.map((cell) => printCell(printDate(cell), options))),
    options,
  )

const printDate = (cell: Cell) =>
  typeof cell === "object" && cell !== null
    ? wallTime(cell).toISOString().slice(0, 16).replace("T", " ")
    : cell

/** Arrays and objects are JSON text, no value is an empty cell. */
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

/** The first line, and the mark before it. */
export const csvHead = (headers: readonly string[], options: CsvOptions): string =>
  `${options.bom ? byteOrderMark : ""}${printRows([headers.map((head) => printCell(head, options))], options)}`

/** One line for each row. */
export const csvLines = (
  columns: readonly ExportColumn[],
  rows: readonly Row[],
  options: CsvOptions,
): string =>
  printRows(
    rows.map((row) => columns.map((column) => printCell(readColumn(column, row), options))),
    options,
  )
