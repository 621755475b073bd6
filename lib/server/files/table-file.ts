import "server-only"
import type { ExportColumn, Row } from "../../catalogue"
import { csvHead, csvLines } from "./csv-file"
import { mediaTypes } from "./media-types"
import { createSheetDates } from "./sheet-dates"
import type { Cell } from "./sheet-xml"
import { streamParts } from "./stream-bytes"
import { plainCell, xlsxFile } from "./xlsx-file"

/** A table to send as a file; rows arrive in batches. */
export interface TableFile {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns with ISO 8601 times, which a workbook shows in the zone. */
  readonly moments: ReadonlySet<string>
  readonly zone: string
  readonly count: number
  readonly rows: AsyncGenerator<readonly Row[]>
  /** Names and values that describe the rows. */
  readonly about: readonly (readonly [string, string | number | null])[]
}

const rowsAtOnce = 50
const csvOptions = { bom: true, separator: "," } as const

const columnsOf = (names: readonly string[]): ExportColumn[] =>
  names.map((name) => ({ id: name, path: [[name]] }))

async function* csvOf({ columns, rows }: TableFile): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(columns, csvOptions))
  for await (const some of rows) yield Buffer.from(csvLines(columnsOf(columns), some, csvOptions))
}

function workbookOf({
  columns,
  moments,
  zone,
  rows,
  count,
  about,
}: TableFile): AsyncGenerator<Uint8Array> {
  const dates = createSheetDates(zone)
  const cellOf = (column: string, value: unknown): Cell =>
    moments.has(column) && typeof value === "string"
      ? (dates.moment(value) ?? value)
      : plainCell(value ?? null)
  async function* pages(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for await (const some of rows)
      yield some.map((row) => columns.map((column) => cellOf(column, row[column])))
  }
  const widths = columns.map((column) => (moments.has(column) ? 20 : 16))
  return xlsxFile({ headers: columns, widths, count, pages: pages(), about })
}

/**
 * The `content-disposition` of a download; a name with non-ASCII characters is also sent encoded
 * (RFC 6266).
 */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, "_")
  const encoded = plain === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `attachment; filename="${plain}"${encoded}`
}

/** The table as a download; calls `onEnd` when nothing more is read. */
export function tableFile(
  table: TableFile,
  format: keyof typeof mediaTypes,
  onEnd?: () => void,
): Response {
  const bytes = format === "csv" ? csvOf(table) : workbookOf(table)
  return new Response(streamParts(bytes, onEnd), {
    headers: {
      "content-type": mediaTypes[format],
      "content-disposition": attachment(`${table.name}.${format}`),
      "cache-control": "private, no-store, no-transform",
    },
  })
}

/** Splits rows into the batches that a file expects. */
export async function* inParts(rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let some: Row[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
