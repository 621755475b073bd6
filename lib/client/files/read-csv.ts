import { csvParsing, findSeparator, type Separator } from "@/lib/catalogue"
import type { CellKind, WorkbookFault } from "./read-workbook"

/** One row of a file, with its cells as unchanged text. */
export interface FileRow {
  readonly cells: readonly string[]
  /** The row's first line, from 1. */
  readonly line: number
  /** The kinds of a workbook's cells, by index from 0. */
  readonly kinds?: { readonly [at: string]: CellKind } | undefined
}

/** Why a file cannot be read at all. */
export type FileFault =
  | "too_large"
  | "no_text"
  | "empty"
  | "bad_quote"
  | "too_many_rows"
  | "encrypted"
  | "old_workbook"
  | WorkbookFault

/** A file that cannot be read; `name` is the offending cell. */
export interface UnreadFile {
  readonly ok: false
  readonly fault: FileFault
  readonly line: number
  readonly name?: string
}

/** The header row is separate. */
export interface FileTable {
  readonly ok: true
  /** Undefined for a workbook. */
  readonly separator: Separator | undefined
  readonly head: FileRow
  readonly rows: readonly FileRow[]
}

const fail = (fault: FileFault, line = 1) => ({ ok: false, fault, line }) as const

const lineBreaks = /\r\n|\n|\r/g
const breaksIn = (text: string) => text.match(lineBreaks)?.length ?? 0

/** Blank rows are skipped. */
const isBlank = ({ cells }: FileRow) => cells.every((cell) => cell.trim() === "")

interface Parsed {
  readonly record: string[]
  readonly raw: string
}

/** With `raw`, the parser returns rows in this form, which its types omit. */
const asParsed = (rows: unknown) => rows as readonly Parsed[]

/**
 * Adds the first line of each row: `raw` is the text of the row and everything skipped before it.
 */
function withLines(parsed: readonly Parsed[]): FileRow[] {
  let line = 1
  return parsed.map(({ record, raw }) => {
    const skipped = raw.length - raw.trimStart().length
    const row = { cells: record, line: line + breaksIn(raw.slice(0, skipped)) }
    line += breaksIn(raw)
    return row
  })
}

/**
 * Parses a complete CSV text: values separated by comma, semicolon or tab and quoted as in RFC
 * 4180, any line ends, and at most `maxRows` rows after the header. The parser is loaded on demand.
 */
export async function readCsv(written: string, maxRows: number): Promise<FileTable | UnreadFile> {
  const { parse, CsvError } = await import("csv-parse/browser/esm/sync")
  const { separator, text } = findSeparator(written)
  try {
    const parsed = parse(text, { ...csvParsing, delimiter: separator, raw: true })
    const [head, ...rows] = withLines(asParsed(parsed)).filter((row) => !isBlank(row))
    if (!head) return fail("empty")
    const beyond = rows[maxRows]
    return beyond ? fail("too_many_rows", beyond.line) : { ok: true, separator, head, rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return fail("bad_quote", Number(error["lines"]) || 1)
  }
}
