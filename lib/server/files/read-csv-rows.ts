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

/** What is wrong with a line of a file, counted from 1; several of one line are told by the first. */
export interface LineProblem extends Faulty {
  readonly line: number
}

/** A file that cannot be read on: what was right before it does not count. */
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

/** The text again, and before it the separator that it names or its first line uses. */
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
  /** The row's first line. */
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

/** Counts a file's lines by its rows: the parser tells a row's last one, and takes CRLF within a value for two. */
function countLines() {
  let twice = 0
  let last = 0
  return {
    /** The line after the last row. */
    next: () => last + 1,
    /** The row's first line. */
    take(cells: readonly string[], counted: number): number {
      twice += countOf(cells, /\r\n/g)
      last = counted - twice
      return last - countOf(cells, /\r\n|\n|\r/g)
    },
  }
}

/** The rows of a CSV file, its header first; throws `CsvFault` where it cannot be read on. */
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

/** The columns of a CSV file, which may stand in any order, and how many rows are read. */
export interface CsvColumns<Column extends string> {
  readonly required: readonly Column[]
  readonly optional: readonly Column[]
  /** What is wrong where the first row does not name them. */
  readonly noHeader: FaultCode
  readonly maxRows: number
}

/** A row's values by column, or what is wrong with the row. */
export type CsvLine<Column extends string> =
  | { readonly line: number; readonly values: ReadonlyMap<Column, string> }
  | LineProblem

/** Which column stands where, or undefined where it is no header of ours. */
function readHeader<Column extends string>(
  cells: readonly string[],
  { required, optional }: CsvColumns<Column>,
): readonly Column[] | undefined {
  const known = [...required, ...optional]
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const columns = names.flatMap((name) => known.find((column) => column === name) ?? [])
  const isWhole = required.every((column) => columns.includes(column))
  return isWhole && new Set(columns).size === names.length ? columns : undefined
}

/** A row without the empty cells that spreadsheet programs write behind the last column. */
function withoutTrailing(cells: readonly string[], columns: number): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "")
  return cells.slice(0, Math.max(columns, last + 1))
}

const wrongCount = (columns: number, cells: number): Faulty =>
  columns === 2 ? toFaulty("not_two_values", cells) : toFaulty("not_as_header", cells)

/**
 * Reads a CSV file: a header, values separated by comma, semicolon or tab and quoted as in RFC 4180; they are
 * trimmed. Throws `CsvFault`.
 */
export async function* readCsvRows<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  wanted: CsvColumns<Column>,
): AsyncGenerator<CsvLine<Column>> {
  const noHeader = (line: number) => new CsvFault({ line, ...toFaulty(wanted.noHeader) })
  let columns: readonly Column[] | undefined
  let rows = 0
  for await (const { cells: written, line } of readRows(bytes)) {
    const cells = withoutTrailing(written, columns?.length ?? 0)
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
        values: new Map(columns.map((column, at) => [column, (cells[at] ?? "").trim()])),
      }
    else yield { line, ...wrongCount(columns.length, cells.length) }
  }
  if (!columns) throw noHeader(1)
}

/** True for what a database can save as text. */
export const isStorable = (text: string): boolean => valueTypes.string.parse(text) !== undefined

/** An id and its name as a row gives them, or what is wrong with them. */
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
