import "server-only"
import {
  cellStates,
  type ExportColumn,
  ownValue,
  printRange,
  type RangeSeries,
  type Row,
  type SeriesAnswer,
  type SeriesGroup,
  type SeriesRow,
} from "../../catalogue"
import type { SeriesFormat } from "../../contract"
import { csvHead, csvLines } from "../files/csv-file"
import { mediaTypes } from "../files/media-types"
import { createSheetDates } from "../files/sheet-dates"
import type { Cell } from "../files/sheet-xml"
import { streamParts } from "../files/stream-bytes"
import { plainCell, xlsxFile } from "../files/xlsx-file"
import { Reply } from "../http/answers"

/** A table that is sent as a file: rows come some at a time. */
interface TableFile {
  readonly name: string
  readonly columns: readonly string[]
  /** In which a workbook writes times. */
  readonly zone: string
  readonly count: number
  readonly rows: AsyncGenerator<readonly Row[]>
  /** Names and values that say what the rows are. */
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

/** The columns whose values are moments, ISO 8601. */
const moments: ReadonlySet<string> = new Set([
  "bucketStart",
  "bucketEnd",
  "timeStamp",
  "from",
  "to",
])
const widthOf = (column: string) => (moments.has(column) ? 20 : 16)

function workbookOf({ columns, zone, rows, count, about }: TableFile): AsyncGenerator<Uint8Array> {
  const dates = createSheetDates(zone)
  const cellOf = (column: string, value: unknown): Cell =>
    moments.has(column) && typeof value === "string"
      ? (dates.moment(value) ?? value)
      : plainCell(value ?? null)
  async function* pages(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for await (const some of rows)
      yield some.map((row) => columns.map((column) => cellOf(column, row[column])))
  }
  return xlsxFile({ headers: columns, widths: columns.map(widthOf), count, pages: pages(), about })
}

function fileAnswer(table: TableFile, format: SeriesFormat, onEnd?: () => void): Reply {
  const bytes = format === "csv" ? csvOf(table) : workbookOf(table)
  return new Reply(streamParts(bytes, onEnd), {
    headers: {
      "content-type": mediaTypes[format],
      "content-disposition": `attachment; filename="${table.name}.${format}"`,
      "cache-control": "private, no-store, no-transform",
    },
  })
}

/** What a file's reader knows departments by, beside their ids. */
export type NamesById = Readonly<Record<string, string>>

function nameOf(group: SeriesGroup, names: NamesById): string | null {
  if (group.kind === "all" || group.kind === "other") return group.kind
  if (group.kind !== "department" || group.key === null) return group.key
  return ownValue(names, group.key) ?? group.key
}

const iso = (ms: number | undefined) => new Date(ms ?? 0).toISOString()

/** Whether a bucket lies within the days that count of its range: those that have data, of what is compared the same ones. */
const isCounted = ({ edges, counted }: Pick<RangeSeries, "edges" | "counted">, index: number) => {
  const [from, to] = counted?.edges ?? [0, 0]
  return (edges[index] ?? 0) >= from && (edges[index + 1] ?? 0) <= to
}

function* cellsOf({ ranges, groups }: SeriesAnswer, names: NamesById): Generator<Row> {
  for (const own of ranges) {
    const { range, edges, lines, partial } = own
    const cut = new Set(partial)
    for (const { group: at, values, counts, states } of lines) {
      const group = groups[at] ?? { kind: "all" as const }
      for (let index = 0; index < values.length; index += 1)
        yield {
          range: printRange(range),
          bucketStart: iso(edges[index]),
          bucketEnd: iso(edges[index + 1]),
          group: nameOf(group, names),
          groupId: "key" in group ? group.key : null,
          value: values[index] ?? null,
          points: counts[index] ?? null,
          state: cellStates[(states[index] ?? "m") as keyof typeof cellStates],
          partial: cut.has(index),
          counted: isCounted(own, index),
        }
    }
  }
}

async function* inParts(rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let some: Row[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

const aboutCompleteness = ({ completeness, least }: Pick<SeriesAnswer, "completeness" | "least">) =>
  [
    ["copy", completeness.state],
    ["syncedUntil", completeness.syncedUntil],
    ...(least === undefined ? [] : ([["leastPeople", least]] as const)),
  ] as const

/** The days of a range that count, and what they say together where points are not told apart. */
const aboutToDate = ({ range, counted, toDate }: RangeSeries) => [
  ...(counted
    ? ([[`${printRange(range)} counted`, `${counted.from}..${counted.to}`]] as const)
    : []),
  ...(toDate ? ([[`${printRange(range)} toDate`, toDate.value]] as const) : []),
]

/** The cells of an answer as a file, one row each. */
export function seriesFile(
  answer: SeriesAnswer,
  names: NamesById,
  { format, dataSetId }: { readonly format: SeriesFormat; readonly dataSetId: string },
): Reply {
  const { question: query, ranges } = answer
  const columns = ["range", "bucketStart", "bucketEnd", "group", "groupId", "value", "points"]
  const cells = (sum: number, lines: (typeof ranges)[number]["lines"]) =>
    lines.reduce((own, { values }) => own + values.length, sum)
  const table: TableFile = {
    name: `series-${dataSetId}`,
    columns: [...columns, "state", "partial", "counted"],
    zone: query.zone,
    count: ranges.reduce((sum, { lines }) => cells(sum, lines), 0),
    rows: inParts(cellsOf(answer, names)),
    about: [
      ["dataSetId", dataSetId],
      ["measure", query.measure],
      ["bucket", query.bucket],
      ["timeZone", query.zone],
      ...aboutCompleteness(answer),
      ["dataFrom", answer.dataStart.day],
      ["dataUntil", answer.dataEnd.cutoff],
      ...ranges.flatMap(aboutToDate),
    ],
  }
  return fileAnswer(table, format)
}

const rowColumns = ["label", "timeStamp", "value", "departmentId", "department", "userId"]
const disclosedColumns = [
  "label",
  "labels",
  "value",
  "departmentId",
  "department",
  "departments",
  "from",
  "to",
]

function rowOf({ block, ...row }: SeriesRow, names: NamesById): Row {
  const department = row.departmentId === null ? null : (ownValue(names, row.departmentId) ?? null)
  return { ...row, department, ...block }
}

/** The rows behind a cell as a file; `least` where they are told of groups of people. `onEnd` is called when nothing more of it is taken. */
export function rowsFile(
  pages: AsyncGenerator<readonly SeriesRow[]>,
  names: NamesById,
  {
    format,
    dataSetId,
    count,
    minPeople,
    onEnd,
  }: {
    readonly format: SeriesFormat
    readonly dataSetId: string
    readonly count: number
    readonly minPeople?: number | undefined
    readonly onEnd: () => void
  },
): Reply {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for await (const page of pages) yield* inParts(page.map((row) => rowOf(row, names)))
  }
  const table: TableFile = {
    name: `rows-${dataSetId}`,
    columns: minPeople === undefined ? rowColumns : disclosedColumns,
    zone: "UTC",
    count,
    rows: rows(),
    about: [
      ["dataSetId", dataSetId],
      ["rows", count],
      ["timeZone", "UTC"],
      ...(minPeople === undefined ? [] : ([["leastPeople", minPeople]] as const)),
    ],
  }
  return fileAnswer(table, format, onEnd)
}
