import "server-only"
import { Readable } from "node:stream"
import { type CsvError, parse } from "csv-parse"
import { z } from "zod"
import { type Faulty, parseGuid, toFaulty, valueTypes } from "../../catalogue"
import { type NamedUser, personDetails } from "./table"

/** What is wrong with a line of the file, counted from 1; several of one line are told by the first. */
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

export interface NamesCsvOptions {
  readonly maxRows: number
  /** Called for each row with a fault; such rows are left out. */
  readonly onProblem: (problem: LineProblem) => void
}

const batchRows = 5000
const maxNameLength = 200
const maxRecordLength = 64 * 1024
const headerReach = 1024

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new CsvFault({ line: 1, ...toFaulty("no_utf8") })
    throw error
  }
}

/** The text again, and before it the separator that its first line uses: comma, semicolon or tab. */
async function findSeparator(texts: AsyncGenerator<string>) {
  let start = ""
  let isOver = false
  while (!isOver && start.length < headerReach && !/[\r\n]/.test(start)) {
    const { done, value } = await texts.next()
    isOver = done ?? false
    start += value ?? ""
  }
  const [first = ""] = start.split(/[\r\n]/)
  const separator = [";", "\t"].find((character) => first.includes(character)) ?? ","
  async function* again() {
    yield start
    yield* texts
  }
  return { separator, texts: again() }
}

const requiredColumns = ["id", "name"] as const
const knownColumns = [...requiredColumns, ...personDetails] as const
type Column = (typeof knownColumns)[number]

/** Which column stands where, or undefined where it is no header of ours. */
function readHeader(cells: readonly string[]): readonly Column[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const columns = names.flatMap((name) => knownColumns.find((column) => column === name) ?? [])
  const isWhole = requiredColumns.every((column) => columns.includes(column))
  return isWhole && new Set(columns).size === names.length ? columns : undefined
}

const noHeader = (line: number) => new CsvFault({ line, ...toFaulty("no_header") })

const isStorable = (text: string) => valueTypes.string.parse(text) !== undefined

/** What is wrong with what a row says beside the name. */
function findDetailFault(row: ReadonlyMap<Column, string>): Faulty | undefined {
  for (const detail of personDetails) {
    const text = row.get(detail) ?? ""
    if (text.length > maxNameLength) return toFaulty(`${detail}_too_long`, maxNameLength)
    if (!isStorable(text)) return toFaulty(`${detail}_unstorable`)
  }
  const email = row.get("email")
  return !email || z.email().safeParse(email).success ? undefined : toFaulty("email_wrong")
}

/** A user, or what is wrong with the row. */
function readRow(
  cells: readonly string[],
  columns: readonly Column[],
): Omit<NamedUser, "line"> | Faulty {
  const wanted = columns.length
  if (cells.length !== wanted)
    return wanted === requiredColumns.length
      ? toFaulty("not_two_values", cells.length)
      : toFaulty("not_as_header", cells.length)
  const row = new Map(columns.map((column, at) => [column, (cells[at] ?? "").trim()]))
  const [guid, name = ""] = [parseGuid(row.get("id") ?? ""), row.get("name")]
  if (!guid) return toFaulty("id_no_guid")
  if (name === "") return toFaulty("name_blank")
  if (name.length > maxNameLength) return toFaulty("name_too_long", maxNameLength)
  if (!isStorable(name)) return toFaulty("name_unstorable")
  const fault = findDetailFault(row)
  if (fault) return fault
  const details = personDetails.flatMap((detail) => {
    const text = row.get(detail)
    return text ? [[detail, text]] : []
  })
  return { id: guid, name, ...Object.fromEntries(details) }
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
  const { separator, texts } = await findSeparator(decode(bytes))
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
    record_delimiter: ["\r\n", "\n", "\r"],
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

/**
 * Reads a CSV file of users in batches of 5,000: UTF-8 with or without a byte order mark, a header of `id`,
 * `name` and perhaps `department`, `email` and `title` in any order, values separated by comma, semicolon or
 * tab and quoted as in RFC 4180. Throws `CsvFault`.
 */
export async function* readNamesCsv(
  bytes: AsyncIterable<Uint8Array>,
  { maxRows, onProblem }: NamesCsvOptions,
): AsyncGenerator<readonly NamedUser[]> {
  let batch: NamedUser[] = []
  let rows = 0
  let columns: readonly Column[] = []
  for await (const { cells, line } of readRows(bytes)) {
    rows += 1
    if (rows === 1) {
      columns = readHeader(cells) ?? []
      if (columns.length === 0) throw noHeader(line)
      continue
    }
    if (rows > maxRows + 1) throw new CsvFault({ line, ...toFaulty("too_many_rows", maxRows) })
    const row = readRow(cells, columns)
    if ("fault" in row) onProblem({ line, ...row })
    else if (batch.push({ line, ...row }) === batchRows) {
      yield batch
      batch = []
    }
  }
  if (rows === 0) throw noHeader(1)
  if (batch.length > 0) yield batch
}
