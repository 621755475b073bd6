import type { Measure, SeriesGroup, SeriesLine } from "@/lib/catalogue"
import type { DatabaseSession } from "../../db"
import { isPercentile, type PointList, type Rollup, rollupFor } from "./point-source"
import { isOffSlot } from "./rollup-state"
import { printSeriesSql, type RollupRow, type SeriesQueryRow } from "./series-query"
import type { SeriesRead, SeriesResult } from "./series-read"
import { daySlotMs } from "./series-tables"

interface Line {
  readonly values: (number | null)[]
  readonly counts: number[]
  readonly states: string[]
}

const emptyLine = (buckets: number): Line => ({
  values: Array(buckets).fill(null),
  counts: Array(buckets).fill(0),
  states: Array(buckets).fill("m"),
})

function figureOf(measure: Measure, points: number, valued: number, figure: number | null) {
  if (measure === "count") return points
  if (valued === 0 || figure === null) return null
  return measure === "average" ? figure / valued : figure
}

function groupsOf({ grouping, top }: SeriesRead, row: SeriesQueryRow): SeriesGroup[] {
  if (grouping === "none") return [{ kind: "all" }]
  const groups = (row.groups ?? []).map((key): SeriesGroup => ({ kind: grouping, key }))
  const members = row.others + row.unplacedMembers
  return members > 0 ? [...groups.slice(0, top), { kind: "other", members }] : groups
}

/** The group of a position: those after the last named one are the others. */
const groupAt = (position: number, groups: readonly SeriesGroup[]) =>
  Math.min(position, groups.length) - 1

function linesOf(read: SeriesRead, row: SeriesQueryRow, groups: readonly SeriesGroup[]) {
  const lines = read.ranges.map((edges) => groups.map(() => emptyLine(edges.length - 1)))
  let withoutValue = 0
  const [ranges, positions, buckets, points, valued, figures] = row.cells
  for (const [cell, range] of (ranges ?? []).entries()) {
    const [count, known] = [points?.[cell] ?? 0, valued?.[cell] ?? 0]
    if (range === 0) withoutValue += count - known
    const line = lines[range]?.[groupAt(positions?.[cell] ?? 0, groups)]
    if (!line) throw new Error("A cell lies in a range and a group.")
    const at = (buckets?.[cell] ?? 0) - 1
    const value = figureOf(read.measure, count, known, figures?.[cell] ?? null)
    line.values[at] = value
    line.counts[at] = count
    line.states[at] = value === null ? "e" : "v"
  }
  const printed = lines.map((ofRange) =>
    ofRange.map(
      ({ values, counts, states }, group): SeriesLine => ({
        group,
        values,
        counts,
        states: states.join(""),
      }),
    ),
  )
  return { ranges: printed, withoutValue }
}

/** Compiling a statement costs more than it saves, and what is collected of a bucket fits into memory. */
const settings = "set local jit = off; set local work_mem = '64MB'"

/** An answer of one moment, and whether a rollup would have answered it if it were not due. */
export interface SeriesReading {
  readonly result: SeriesResult
  readonly rollupIsDue: boolean
}

const maxLightBuckets = 2000
const shortMs = 100 * daySlotMs

/** Few rows and cells, for which nothing needs to be set. */
const isLight = ({ measure, ranges }: SeriesRead, { days }: Rollup) =>
  !days && !isPercentile(measure) && ranges.flat().length <= maxLightBuckets

/** Whether planning an answer costs more than its plan can be worse for not knowing the range. */
const isShort = ({ ranges, grouping }: SeriesRead) =>
  grouping !== "none" &&
  ranges.reduce((sum, edges) => sum + (edges.at(-1) ?? 0) - (edges[0] ?? 0), 0) <= shortMs

async function query<Row extends SeriesQueryRow>(
  session: DatabaseSession,
  list: PointList,
  read: SeriesRead,
  rollup?: Rollup,
): Promise<Row> {
  const { text, values } = printSeriesSql(list, read, rollup)
  const query = (within: DatabaseSession) =>
    within.query<Row & { [column: string]: unknown }>(text, values, { prepare: isShort(read) })
  const isBare = rollup && isLight(read, rollup)
  const [row] = await (isBare
    ? query(session)
    : session.transaction(async (transaction) => {
        await transaction.query(settings)
        return query(transaction)
      }))
  if (!row) throw new Error("A series query answers with one row.")
  return row
}

function resultOf(
  read: SeriesRead,
  row: SeriesQueryRow,
  computedFrom: SeriesResult["computedFrom"],
): SeriesResult {
  const groups = groupsOf(read, row)
  return { groups, ...linesOf(read, row, groups), unplaced: row.unplaced, computedFrom }
}

/** Asks the rollup that knows what a question tells apart, and the points where there is none or it cannot answer. */
export async function readSeries(
  session: DatabaseSession,
  list: PointList,
  read: SeriesRead,
): Promise<SeriesReading> {
  const rollup = rollupFor(list, read)
  const usable = rollup && !isOffSlot(read, rollup) ? rollup : undefined
  const row = usable && (await query<RollupRow>(session, list, read, usable))
  if (row && !row.due && !row.divided) {
    const from = isPercentile(read.measure) ? "rows" : "rollup"
    return { result: resultOf(read, row, from), rollupIsDue: false }
  }
  const result = resultOf(read, await query<SeriesQueryRow>(session, list, read), "rows")
  return { result, rollupIsDue: row?.due === true && !row.divided }
}
