import { csvParsing, findSeparator, type Separator } from "@/lib/catalogue"
import type { CellKind, WorkbookFault } from "./read-workbook"

/** One row of a file; its cells are texts as they stand in it. */
export interface FileRow {
  readonly cells: readonly string[]
  /** The row's first line, counted from 1. */
  readonly line: number
  /** What cells of a workbook were, by their place from 0. */
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

/** A file that cannot be read; `name` is the cell that stands against it. */
export interface UnreadFile {
  readonly ok: false
  readonly fault: FileFault
  readonly line: number
  readonly name?: string
}

/** The first row apart from the others. */
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

/** Rows of nothing but blanks are none. */
const isBlank = ({ cells }: FileRow) => cells.every((cell) => cell.trim() === "")

interface Parsed {
  readonly record: string[]
  readonly raw: string
}

/** The parser tells rows in this form where `raw` is asked of it, which its types leave out. */
const asParsed = (rows: unknown) => rows as readonly Parsed[]

/** Each row with its first line: `raw` is the text of the row and all that was skipped before it. */
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
 * Reads a CSV text whole: values separated by comma, semicolon or tab and quoted as in RFC 4180, lines ended in
 * any way, at most so many rows after the first. The parser is loaded when it is needed.
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
