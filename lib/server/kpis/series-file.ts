import "server-only"
import {
  cellStates,
  type DayRange,
  dayAt,
  ownValue,
  printRange,
  type RangeSeries,
  type Row,
  type SeriesAnswer,
  type SeriesGroup,
  type SeriesLine,
  type SeriesQuery,
  type SeriesRow,
  seriesFileName,
  type WeekPattern,
  wallTimeAt,
} from "../../catalogue"
import type { ChartNote, SeriesFormat } from "../../contract"
import { inParts, type TableFile, tableFile } from "../files/table-file"

/** Columns with ISO 8601 times. */
const moments: ReadonlySet<string> = new Set(["timeStamp", "from", "to"])
/** Names of departments by id. */
export type NamesById = Readonly<Record<string, string>>

/** A data set's name for files; absent if it has none. */
export interface NamedDataSet {
  readonly id: string
  readonly name?: string | undefined
  readonly unit?: string | undefined
}

const none = { label: "No label", department: "No department", user: "No person" } as const

function nameOf(group: SeriesGroup, names: NamesById): string {
  if (group.kind === "all") return "All"
  if (group.kind === "other") return `${group.members} others`
  if (group.key === null) return none[group.kind]
  return group.kind === "department" ? (ownValue(names, group.key) ?? group.key) : group.key
}

const rangeNames = { all: "All days", previous: "Previous period", year: "Last year" } as const

/** The label of a range: "This period", or what the comparison is with. */
function rangeNameOf({ question: { ranges } }: Pick<SeriesAnswer, "question">, at: number): string {
  const range = ranges[at]
  if (at === 0 || range === undefined) return "This period"
  const name = typeof range === "string" ? ownValue(rangeNames, range) : undefined
  return name ?? printRange(range)
}

const stateNames = {
  value: "",
  part: "without small groups",
  missing: "no points",
  empty: "no values",
  suppressed: "too few people",
  unsynced: "not copied yet",
  before: "before the first data",
  ahead: "no data yet",
} as const

const stateOf = (states: string, index: number) =>
  stateNames[cellStates[(states[index] ?? "m") as keyof typeof cellStates]]

const yesOrNo = (is: boolean) => (is ? "yes" : "no")

/** Drops the last digits of a sum, which only depend on the order of addition. */
const rounded = (value: number | null | undefined) =>
  typeof value === "number" ? Number(value.toPrecision(12)) : null

/**
 * True if a bucket lies within its range's counted days: those with data and, for a compared range,
 * the corresponding ones.
 */
const isCounted = ({ edges, counted }: Pick<RangeSeries, "edges" | "counted">, index: number) => {
  const [from, to] = counted?.edges ?? [0, 0]
  return (edges[index] ?? 0) >= from && (edges[index + 1] ?? 0) <= to
}

/** A bucket's first and last day in the zone, or its start and end time for hours. */
function daysOf(edges: readonly number[], index: number, { bucket, zone }: SeriesQuery) {
  const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
  if (bucket !== "hour") return { From: dayAt(from, zone), To: dayAt(to - 1, zone) }
  const timeAt = (ms: number) => wallTimeAt(ms, zone).slice(0, 16).replace("T", " ")
  return { From: timeAt(from), To: timeAt(to) }
}

const groupColumns = { none: "", label: "Label", department: "Department", user: "Person" } as const
const valueColumn = ({ measure }: SeriesQuery, { unit }: NamedDataSet) =>
  unit && measure !== "count" ? `Value (${unit})` : "Value"

/** Whether a file has columns for targets. */
const hasTargets = ({ ranges: [{ lines }] }: SeriesAnswer) => lines.some(({ targets }) => targets)

/**
 * The target of a cell, and its distance from it; the distance is empty if the cell's value is
 * incomplete.
 */
function targetCells({ values, states, targets }: SeriesLine, index: number) {
  const [value, target] = [values[index] ?? null, targets?.[index] ?? null]
  const isKnown = value !== null && target !== null && states[index] === "v"
  return { Target: rounded(target), "To target": isKnown ? rounded(value - target) : null }
}

function* cellsOf(answer: SeriesAnswer, names: NamesById, dataSet: NamedDataSet): Generator<Row> {
  const { ranges, groups, question } = answer
  const isWithTargets = hasTargets(answer)
  for (const [at, own] of ranges.entries()) {
    const { edges, lines, partial } = own
    const cut = new Set(partial)
    for (const line of lines) {
      const { group, values, counts, states } = line
      for (let index = 0; index < values.length; index += 1)
        yield {
          Period: rangeNameOf(answer, at),
          ...daysOf(edges, index, question),
          [groupColumns[question.grouping]]: nameOf(groups[group] ?? { kind: "all" }, names),
          [valueColumn(question, dataSet)]: rounded(values[index]),
          ...(isWithTargets && targetCells(line, index)),
          Points: counts[index] ?? null,
          Remark: stateOf(states, index),
          Whole: yesOrNo(!cut.has(index)),
          Counted: yesOrNo(isCounted(own, index)),
        }
    }
  }
}

const dayHours = 24
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** One row for each weekday and hour in the zone; without hours for a pattern by weekday. */
const patternRows = (answer: SeriesAnswer, pattern: WeekPattern, dataSet: NamedDataSet): Row[] =>
  pattern.values.map((value, cell) => ({
    Period: rangeNameOf(answer, 0),
    Weekday: weekdays[pattern.by === "hour" ? Math.floor(cell / dayHours) : cell] ?? "",
    Hour: pattern.by === "hour" ? cell % dayHours : null,
    [valueColumn(answer.question, dataSet)]: rounded(value),
    Points: pattern.counts[cell] ?? null,
    Remark: stateOf(pattern.states, cell),
  }))

/** The rows of an answer's file: its pattern if it has one, or else its buckets. */
function rowsOf(
  answer: SeriesAnswer,
  names: NamesById,
  dataSet: NamedDataSet,
): Pick<TableFile, "columns" | "count" | "rows"> {
  const { ranges, pattern, question } = answer
  const value = valueColumn(question, dataSet)
  if (pattern)
    return {
      columns: ["Period", "Weekday", "Hour", value, "Points", "Remark"],
      count: pattern.values.length,
      rows: inParts(patternRows(answer, pattern, dataSet)),
    }
  const group = question.grouping === "none" ? [] : [groupColumns[question.grouping]]
  const cells = (sum: number, lines: (typeof ranges)[number]["lines"]) =>
    lines.reduce((own, { values }) => own + values.length, sum)
  return {
    columns: [
      ...["Period", "From", "To", ...group, value],
      ...(hasTargets(answer) ? ["Target", "To target"] : []),
      ...["Points", "Remark", "Whole", "Counted"],
    ],
    count: ranges.reduce((sum, { lines }) => cells(sum, lines), 0),
    rows: inParts(cellsOf(answer, names, dataSet)),
  }
}

const aboutCompleteness = ({ completeness, least }: Pick<SeriesAnswer, "completeness" | "least">) =>
  [
    ["copy", completeness.state],
    ["syncedUntil", completeness.syncedUntil],
    ...(least === undefined ? [] : ([["leastPeople", least]] as const)),
  ] as const

/** The counted days of a range, and their total if the question has no grouping. */
const aboutToDate = ({ range, counted, toDate }: RangeSeries) => [
  ...(counted
    ? ([[`${printRange(range)} counted`, `${counted.from}..${counted.to}`]] as const)
    : []),
  ...(toDate ? ([[`${printRange(range)} toDate`, toDate.value]] as const) : []),
  ...(toDate?.target === undefined
    ? []
    : ([[`${printRange(range)} target`, toDate.target]] as const)),
]

/** Notes on days of a range. */
const aboutNotes = (notes: readonly ChartNote[], { from, to }: RangeSeries) =>
  notes.flatMap((note) => {
    const isWithin = note.from <= to && note.to >= from
    const days = note.from === note.to ? note.from : `${note.from}..${note.to}`
    const by = note.ownerName === null ? "" : ` (${note.ownerName})`
    return isWithin ? [[`note ${days}`, `${note.text}${by}`] as const] : []
  })

/** An answer's cells as a file, one row each; those of its pattern if it has one. */
export function seriesFile(
  answer: SeriesAnswer,
  names: NamesById,
  {
    format,
    dataSet,
    notes,
  }: {
    readonly format: SeriesFormat
    readonly dataSet: NamedDataSet
    readonly notes: readonly ChartNote[]
  },
): Response {
  const { question: query, ranges } = answer
  const table: TableFile = {
    name: seriesFileName(dataSet.name ?? "Figures", groupColumns[query.grouping], ranges[0]),
    ...rowsOf(answer, names, dataSet),
    moments,
    zone: query.zone,
    about: [
      ["dataSet", dataSet.name ?? null],
      ["dataSetId", dataSet.id],
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

/**
 * The rows behind a cell as a file; `least` is set if they are groups of people. Calls `onEnd` when
 * nothing more is read.
 */
export function rowsFile(
  pages: AsyncGenerator<readonly SeriesRow[]>,
  names: NamesById,
  {
    format,
    dataSet,
    count,
    minPeople,
    days,
    onEnd,
  }: {
    readonly format: SeriesFormat
    readonly dataSet: NamedDataSet
    readonly count: number
    readonly minPeople?: number | undefined
    /** Days of the cell. */
    readonly days: DayRange
    readonly onEnd: () => void
  },
): Response {
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for await (const page of pages) yield* inParts(page.map((row) => rowOf(row, names)))
  }
  const table: TableFile = {
    name: seriesFileName(dataSet.name ?? "Figures", "point", days),
    columns: minPeople === undefined ? rowColumns : disclosedColumns,
    moments,
    zone: "UTC",
    count,
    rows: rows(),
    about: [
      ["dataSet", dataSet.name ?? null],
      ["dataSetId", dataSet.id],
      ["rows", count],
      ["timeZone", "UTC"],
      ...(minPeople === undefined ? [] : ([["leastPeople", minPeople]] as const)),
    ],
  }
  return tableFile(table, format, onEnd)
}
