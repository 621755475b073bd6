import { z } from "zod"
import { createTextDecoding, findSeparator, type Separator } from "@/lib/catalogue"
import { batchLimit } from "../../edits/batches"

/** What stands in a sheet of a workbook, as texts. */
const sheetSchema = z.object({
  /** The name of the sheet that was taken, and how many there are. */
  sheet: z.string(),
  sheets: z.number(),
  /** The rows that are not blank, with their numbers. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
})

/** What was read of a file: the text of a CSV file and how it was written, or a sheet of a workbook. */
export const sourceSchema = z.union([
  z.object({ text: z.string(), encoding: z.string().exactOptional() }),
  sheetSchema,
])

export type FileSource = z.infer<typeof sourceSchema>

/** One row of a file; its cells are texts as they stand in it. */
export interface CsvRow {
  readonly cells: readonly string[]
  /** The row's first line, counted from 1. */
  readonly line: number
}

/** Why a file cannot be read at all. */
export type FileFault =
  | "too_large"
  | "no_text"
  | "empty"
  | "bad_quote"
  | "too_many_rows"
  | WorkbookFault

/** Why a workbook cannot be read: for what it is, for its size, or for a cell whose value is not in it. */
type WorkbookFault =
  | "encrypted"
  | "old_workbook"
  | "no_workbook"
  | "damaged"
  | "too_large_unpacked"
  | "too_spread"
  | "no_value"
  | "error_value"

/** A file that cannot be read; `name` is the cell that stands against it. */
export interface UnreadFile {
  readonly ok: false
  readonly fault: FileFault
  readonly line: number
  readonly name?: string
}

/** The first row apart from the others, or where reading stopped and why. */
export type CsvTable =
  | {
      readonly ok: true
      /** Undefined for a workbook. */
      readonly separator: Separator | undefined
      readonly head: CsvRow
      readonly rows: readonly CsvRow[]
    }
  | UnreadFile

/** The most bytes that a file may have. */
export const fileLimit = 8 * 1024 * 1024

const fail = (fault: FileFault, line = 1) => ({ ok: false, fault, line }) as const

/** The text of a file, in whatever way spreadsheet programs write it. */
export function readText(
  bytes: Uint8Array,
): { readonly ok: true; readonly source: Extract<FileSource, { text: string }> } | UnreadFile {
  const decoding = createTextDecoding()
  try {
    const text = decoding.next(bytes) + decoding.end()
    return { ok: true, source: { text, encoding: decoding.encoding } }
  } catch {
    return fail("no_text")
  }
}

const lineBreaks = /\r\n|\n|\r/g
const breaksIn = (text: string) => text.match(lineBreaks)?.length ?? 0

/** Rows of nothing but blanks are none. */
const isBlank = ({ cells }: CsvRow) => cells.every((cell) => cell.trim() === "")

interface Parsed {
  readonly record: string[]
  readonly raw: string
}

/** The parser tells rows in this form where `raw` is asked of it, which its types leave out. */
const asParsed = (rows: unknown) => rows as readonly Parsed[]

/** Each row with its first line: `raw` is the text of the row and all that was skipped before it. */
function withLines(parsed: readonly Parsed[]): CsvRow[] {
  let line = 1
  return parsed.map(({ record, raw }) => {
    const skipped = raw.length - raw.trimStart().length
    const row = { cells: record, line: line + breaksIn(raw.slice(0, skipped)) }
    line += breaksIn(raw)
    return row
  })
}

/**
 * Reads a CSV text whole: values separated by comma, semicolon or tab and quoted as in RFC 4180, lines ended in
 * any way, at most 5,000 rows after the first. The parser is loaded when it is needed.
 */
export async function readCsv(written: string): Promise<CsvTable> {
  const { parse, CsvError } = await import("csv-parse/browser/esm/sync")
  const { separator, text } = findSeparator(written)
  try {
    const parsed = parse(text, {
      delimiter: separator,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ["\r\n", "\n", "\r"],
    })
    const [head, ...rows] = withLines(asParsed(parsed)).filter((row) => !isBlank(row))
    if (!head) return fail("empty")
    const beyond = rows[batchLimit]
    return beyond ? fail("too_many_rows", beyond.line) : { ok: true, separator, head, rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return fail("bad_quote", Number(error["lines"]) || 1)
  }
}
