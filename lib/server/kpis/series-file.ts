import "server-only"
import {
  cellStates,
  ownValue,
  printRange,
  type RangeSeries,
  type Row,
  type SeriesAnswer,
  type SeriesGroup,
  type SeriesRow,
  type WeekPattern,
} from "../../catalogue"
import type { ChartNote, SeriesFormat } from "../../contract"
import { inParts, type TableFile, tableFile } from "../files/table-file"

/** The columns whose values are moments, ISO 8601. */
const moments: ReadonlySet<string> = new Set([
  "bucketStart",
  "bucketEnd",
  "timeStamp",
  "from",
  "to",
])
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

const dayHours = 24

/** A row for each weekday, 1 is Monday, and each hour that the zone's clocks show; without hours where only weekdays are told apart. */
const patternRows = ({ ranges: [{ range }] }: SeriesAnswer, pattern: WeekPattern): Row[] =>
  pattern.values.map((value, cell) => ({
    range: printRange(range),
    weekday: pattern.by === "hour" ? Math.floor(cell / dayHours) + 1 : cell + 1,
    hour: pattern.by === "hour" ? cell % dayHours : null,
    value,
    points: pattern.counts[cell] ?? null,
    state: cellStates[(pattern.states[cell] ?? "m") as keyof typeof cellStates],
  }))

/** The rows of an answer's file: of its pattern where it has one, of its buckets else. */
function rowsOf(
  answer: SeriesAnswer,
  names: NamesById,
): Pick<TableFile, "columns" | "count" | "rows"> {
  const { ranges, pattern } = answer
  if (pattern)
    return {
      columns: ["range", "weekday", "hour", "value", "points", "state"],
      count: pattern.values.length,
      rows: inParts(patternRows(answer, pattern)),
    }
  const columns = ["range", "bucketStart", "bucketEnd", "group", "groupId", "value", "points"]
  const cells = (sum: number, lines: (typeof ranges)[number]["lines"]) =>
    lines.reduce((own, { values }) => own + values.length, sum)
  return {
    columns: [...columns, "state", "partial", "counted"],
    count: ranges.reduce((sum, { lines }) => cells(sum, lines), 0),
    rows: inParts(cellsOf(answer, names)),
  }
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

/** Notes that stand beside days of a range. */
const aboutNotes = (notes: readonly ChartNote[], { from, to }: RangeSeries) =>
  notes.flatMap((note) => {
    const isWithin = note.from <= to && note.to >= from
    const days = note.from === note.to ? note.from : `${note.from}..${note.to}`
    const by = note.ownerName === null ? "" : ` (${note.ownerName})`
    return isWithin ? [[`note ${days}`, `${note.text}${by}`] as const] : []
  })

/** The cells of an answer as a file, one row each; those of its pattern where it has one. */
export function seriesFile(
  answer: SeriesAnswer,
  names: NamesById,
  {
    format,
    dataSetId,
    notes,
  }: {
    readonly format: SeriesFormat
    readonly dataSetId: string
    readonly notes: readonly ChartNote[]
  },
): Response {
  const { question: query, ranges } = answer
  const table: TableFile = {
    name: `series-${dataSetId}`,
    ...rowsOf(answer, names),
    moments,
    zone: query.zone,
    about: [
      ["dataSetId", dataSetId],
      ["measure", query.measure],
      query.pattern ? ["pattern", query.pattern] : ["bucket", query.bucket],
      ["timeZone", query.zone],
      ...aboutCompleteness(answer),
      ["dataFrom", answer.dataStart.day],
      ["dataUntil", answer.dataEnd.cutoff],
      ...ranges.flatMap(aboutToDate),
      ...aboutNotes(notes, ranges[0]),
    ],
  }
  return tableFile(table, format)
}

const rowColumns = ["label", "timeStamp", "value", "departmentId", "department", "userId"]
const disclosedColumns = [
  "label",
  "labels",
  "value",
  "points",
  "valued",
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
): Response {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for await (const page of pages) yield* inParts(page.map((row) => rowOf(row, names)))
  }
  const table: TableFile = {
    name: `rows-${dataSetId}`,
    columns: minPeople === undefined ? rowColumns : disclosedColumns,
    moments,
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
  return tableFile(table, format, onEnd)
}
