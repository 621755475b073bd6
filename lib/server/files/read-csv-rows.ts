import "server-only"
import { Readable } from "node:stream"
import { type CsvError, parse } from "csv-parse"
import {
  createTextDecoding,
  csvParsing,
  type FaultCode,
  type Faulty,
  findSeparator,
  parseGuid,
  toFaulty,
  valueTypes,
} from "../../catalogue"

/**
 * A problem with a line of a file, counted from 1; only the first problem of a line is reported.
 */
export interface LineProblem extends Faulty {
  readonly line: number
}

/** A file that cannot be read any further; rows read before it do not count. */
export class CsvFault extends Error {
  override name = "CsvFault"

  constructor(readonly problem: LineProblem) {
    super(problem.message)
  }
}

const maxNameLength = 200
const maxRecordLength = 64 * 1024
const headerReach = 1024

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoding = createTextDecoding()
  try {
    for await (const chunk of bytes) yield decoding.next(chunk)
    yield decoding.end()
  } catch (error) {
    if (error instanceof TypeError) throw new CsvFault({ line: 1, ...toFaulty("no_text_file") })
    throw error
  }
}

/** Returns the text unchanged, with the separator that it declares or its first line uses. */
async function splitSeparator(texts: AsyncGenerator<string>) {
  let start = ""
  let isOver = false
  while (!isOver && start.length < headerReach && !/[\r\n]./.test(start)) {
    const { done, value } = await texts.next()
    isOver = done ?? false
    start += value ?? ""
  }
  const { separator, text } = findSeparator(start)
  async function* again() {
    yield text
    yield* texts
  }
  return { separator, texts: again() }
}

interface Parsed {
  readonly cells: readonly string[]
  readonly line: number
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && "code" in error && `${error.code}`.startsWith("CSV_")

function toFault(error: unknown, line: number): unknown {
  if (!isCsvError(error)) return error
  const faulty =
    error.code === "CSV_MAX_RECORD_SIZE"
      ? toFaulty("line_too_long", maxRecordLength / 1024)
      : toFaulty("bad_quote")
  return new CsvFault({ line, ...faulty })
}

const countOf = (cells: readonly string[], pattern: RegExp) =>
  cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0)

/**
 * Counts lines by rows: the parser only reports a row's last line, and counts CRLF inside a value
 * twice.
 */
function countLines() {
  let twice = 0
  let last = 0
  return {
    /** The line after the last row. */
    next: () => last + 1,
    /** Returns the row's first line. */
    take(cells: readonly string[], counted: number): number {
      twice += countOf(cells, /\r\n/g)
      last = counted - twice
      return last - countOf(cells, /\r\n|\n|\r/g)
    },
  }
}

/**
 * Reads the rows of a CSV file, header first; throws `CsvFault` if it cannot be read any further.
 */
async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Parsed> {
  const lines = countLines()
  const firstLines: number[] = []
  const { separator, texts } = await splitSeparator(decode(bytes))
  const parser = parse({
    ...csvParsing,
    delimiter: separator,
    max_record_size: maxRecordLength,
    on_record(cells: string[], { lines: counted }) {
      firstLines.push(lines.take(cells, counted))
      return cells
    },
  })
  const source = Readable.from(texts).on("error", (error) => parser.destroy(error))
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>)
      yield { cells, line: firstLines.shift() ?? lines.next() }
  } catch (error) {
    throw toFault(error, lines.next())
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The columns of a CSV file, in any order, and the maximum number of rows; others are ignored. */
export interface CsvColumns<Column extends string> {
  readonly required: readonly Column[]
  readonly optional: readonly Column[]
  /** What each column holds, whatever the header says; an ignored one is empty. */
  readonly uses?: readonly (Column | "")[] | undefined
  /** The fault if the first row is not a header with these columns. */
  readonly noHeader: FaultCode
  readonly maxRows: number
}

/** A row's values by column, or the problem with the row. */
export type CsvLine<Column extends string> =
  | { readonly line: number; readonly values: ReadonlyMap<Column, string> }
  | LineProblem

/** The column at each position, empty if ignored; undefined if the row is not a valid header. */
function readHeader<Column extends string>(
  cells: readonly string[],
  { required, optional, uses }: CsvColumns<Column>,
): readonly (Column | "")[] | undefined {
  const known = [...required, ...optional]
  const columns = uses
    ? [...uses, ...cells.slice(uses.length).map(() => "" as const)]
    : cells.map((cell) => known.find((column) => column === cell.trim().toLowerCase()) ?? "")
  const used = columns.filter((column) => column !== "")
  const isWhole = required.every((column) => used.includes(column))
  return isWhole && new Set(used).size === used.length ? columns : undefined
}

/** Drops the empty cells that spreadsheet programs write after the last column. */
function withoutTrailing(cells: readonly string[], columns: number): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "")
  return cells.slice(0, Math.max(columns, last + 1))
}

const wrongCount = (columns: number, cells: number): Faulty =>
  columns === 2 ? toFaulty("not_two_values", cells) : toFaulty("not_as_header", cells)

/**
 * Reads a CSV file: a header, and trimmed values separated by comma, semicolon or tab and quoted as
 * in RFC 4180. Throws `CsvFault`.
 */
export async function* readCsvRows<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  wanted: CsvColumns<Column>,
): AsyncGenerator<CsvLine<Column>> {
  const noHeader = (line: number) => new CsvFault({ line, ...toFaulty(wanted.noHeader) })
  let columns: readonly (Column | "")[] | undefined
  let rows = 0
  for await (const { cells: written, line } of readRows(bytes)) {
    const cells = withoutTrailing(written, columns?.length ?? wanted.uses?.length ?? 0)
    if (cells.every((cell) => cell.trim() === "")) continue
    if (!columns) {
      columns = readHeader(cells, wanted)
      if (!columns) throw noHeader(line)
      continue
    }
    rows += 1
    if (rows > wanted.maxRows)
      throw new CsvFault({ line, ...toFaulty("too_many_rows", wanted.maxRows) })
    if (cells.length === columns.length)
      yield {
        line,
        values: new Map(
          columns.flatMap((column, at) =>
            column === "" ? [] : [[column, (cells[at] ?? "").trim()] as const],
          ),
        ),
      }
    else yield { line, ...wrongCount(columns.length, cells.length) }
  }
  if (!columns) throw noHeader(1)
}

/** True if a database can store it as text. */
export const isStorable = (text: string): boolean => valueTypes.string.parse(text) !== undefined

/** Parses the id and name of a row, or returns the problem with them. */
export function readNamedId(
  id = "",
  name = "",
): { readonly id: string; readonly name: string } | Faulty {
  const guid = parseGuid(id)
  if (!guid) return toFaulty("id_no_guid")
  if (name === "") return toFaulty("name_blank")
  if (name.length > maxNameLength) return toFaulty("name_too_long", maxNameLength)
  if (!isStorable(name)) return toFaulty("name_unstorable")
  return { id: guid, name }
}
