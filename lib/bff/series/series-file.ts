import "server-only"
import {
  cellStates,
  type ExportColumn,
  printRange,
  type Row,
  type SeriesAnswer,
  type SeriesGroup,
  type SeriesRow,
} from "../../catalogue"
import { csvHead, csvLines } from "../exports/csv-file"
import { mediaTypes } from "../exports/export-file"
import { streamParts } from "../exports/stream-bytes"
import { xlsxFile } from "../exports/xlsx-file"

export const fileFormats = ["csv", "xlsx"] as const
export type FileFormat = (typeof fileFormats)[number]

/** A table that is sent as a file: rows come some at a time. */
interface TableFile {
  readonly name: string
  readonly columns: readonly string[]
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

function fileAnswer(table: TableFile, format: FileFormat): Response {
  const { columns, count, rows: pages, about } = table
  const bytes =
    format === "csv"
      ? csvOf(table)
      : xlsxFile({ columns: columnsOf(columns), headers: columns, count, pages, about })
  return new Response(streamParts(bytes), {
    headers: {
      "content-type": mediaTypes[format],
      "content-disposition": `attachment; filename="${table.name}.${format}"`,
      "cache-control": "private, no-store, no-transform",
    },
  })
}

/** What a file's reader knows departments by, beside their ids. */
export type DepartmentNames = Readonly<Record<string, string>>

function nameOf(group: SeriesGroup, names: DepartmentNames): string | null {
  if (group.kind === "all" || group.kind === "other") return group.kind
  if (group.kind !== "department" || group.key === null) return group.key
  return names[group.key] ?? group.key
}

const iso = (ms: number | undefined) => new Date(ms ?? 0).toISOString()

function* cellsOf({ ranges, groups }: SeriesAnswer, names: DepartmentNames): Generator<Row> {
  for (const { range, edges, lines, partial } of ranges) {
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

/** The cells of an answer as a file, one row each. */
export function seriesFile(
  answer: SeriesAnswer,
  names: DepartmentNames,
  { format, dataSetId }: { readonly format: FileFormat; readonly dataSetId: string },
): Response {
  const { question, ranges } = answer
  const columns = ["range", "bucketStart", "bucketEnd", "group", "groupId", "value", "points"]
  const cells = (sum: number, lines: (typeof ranges)[number]["lines"]) =>
    lines.reduce((own, { values }) => own + values.length, sum)
  const table: TableFile = {
    name: `series-${dataSetId}`,
    columns: [...columns, "state", "partial"],
    count: ranges.reduce((sum, { lines }) => cells(sum, lines), 0),
    rows: inParts(cellsOf(answer, names)),
    about: [
      ["dataSetId", dataSetId],
      ["measure", question.measure],
      ["bucket", question.bucket],
      ["timeZone", question.zone],
      ...aboutCompleteness(answer),
    ],
  }
  return fileAnswer(table, format)
}

const rowColumns = ["label", "timeStamp", "value", "departmentId", "department", "userId"]
const toldColumns = [
  ...["label", "labels", "value", "departmentId", "department", "departments"],
  ...["from", "to"],
]

function rowOf({ block, ...row }: SeriesRow, names: DepartmentNames): Row {
  const department = row.departmentId === null ? null : (names[row.departmentId] ?? null)
  return { ...row, department, ...block }
}

/** The rows behind a cell as a file; `least` where they are told of groups of people. */
export function rowsFile(
  pages: AsyncGenerator<readonly SeriesRow[]>,
  names: DepartmentNames,
  {
    format,
    dataSetId,
    count,
    least,
  }: {
    readonly format: FileFormat
    readonly dataSetId: string
    readonly count: number
    readonly least?: number | undefined
  },
): Response {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for await (const page of pages) yield* inParts(page.map((row) => rowOf(row, names)))
  }
  const table: TableFile = {
    name: `rows-${dataSetId}`,
    columns: least === undefined ? rowColumns : toldColumns,
    ...{ count, rows: rows() },
    about: [
      ["dataSetId", dataSetId],
      ["rows", count],
      ["timeZone", "UTC"],
      ...(least === undefined ? [] : ([["leastPeople", least]] as const)),
    ],
  }
  return fileAnswer(table, format)
}
