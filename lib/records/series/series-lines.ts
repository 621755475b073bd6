import type { Measure, SeriesGroup, SeriesLine } from "@/lib/catalogue"
import { cellCountOf, type SeriesRead, type SeriesResult } from "./series-read"

type Figures = readonly (number | null)[]

/**
 * The cells of one key, or of one group's position (1 is the first, `top` + 1 the others), in one
 * range, as columns: number of points without a value, buckets (1 is the first), points, figure (a
 * sum for averages; null for counts), and for averages the number of points with a value.
 */
export type QueriedLine<Of> = readonly [
  range: number,
  of: Of,
  withoutValue: number,
  buckets: readonly number[],
  points: readonly number[],
  figures: Figures | null,
  valued: readonly number[] | null,
]

type Lines = Pick<SeriesResult, "ranges" | "withoutValue">

interface Sums {
  readonly values: (number | null)[]
  readonly counts: number[]
  /** For an average, the number of points in its sum. */
  readonly valued: number[]
  readonly states: Buffer
}

const [missing, empty, valued] = ["m", "e", "v"].map((state) => state.charCodeAt(0)) as [
  number,
  number,
  number,
]

const emptySums = (measure: Measure, buckets: number): Sums => ({
  values: Array(buckets).fill(null),
  counts: Array(buckets).fill(0),
  valued: measure === "average" ? Array(buckets).fill(0) : [],
  states: Buffer.alloc(buckets, missing),
})

/** Merges the figures of two cells. Percentiles are never merged. */
function joinFigures(measure: Measure, one: number | null | undefined, other: number | null) {
  if (one === null || one === undefined || other === null) return one ?? other
  if (measure === "minimum") return Math.min(one, other)
  return measure === "maximum" ? Math.max(one, other) : one + other
}

function addLine(sums: Sums, measure: Measure, line: QueriedLine<unknown>): void {
  const [, , , buckets, points, figures, known] = line
  for (const [cell, bucket] of buckets.entries()) {
    const at = bucket - 1
    const count = (sums.counts[at] ?? 0) + (points[cell] ?? 0)
    const figure = measure === "count" ? count : (figures?.[cell] ?? null)
    const value = measure === "count" ? count : joinFigures(measure, sums.values[at], figure)
    sums.counts[at] = count
    sums.values[at] = value
    if (known) sums.valued[at] = (sums.valued[at] ?? 0) + (known[cell] ?? 0)
    sums.states[at] = value === null ? empty : valued
  }
}

function printLine({ values, counts, valued, states }: Sums, group: number): SeriesLine {
  for (const [at, known] of valued.entries()) {
    const sum = values[at] ?? null
    values[at] = sum === null ? null : sum / known
  }
  return { group, values, counts, states: states.toString("latin1") }
}

/**
 * Lines of every group in every range, with every bucket. `positionOf` returns a line's group, 0 is
 * the first.
 */
function assembleLines<Of>(
  read: SeriesRead,
  lines: readonly QueriedLine<Of>[],
  { groups, positionOf }: { groups: number; positionOf: (of: Of) => number },
): Lines {
  const { measure, ranges } = read
  const sums = ranges.map((_, range) =>
    Array.from({ length: groups }, () => emptySums(measure, cellCountOf(read, range))),
  )
  let withoutValue = 0
  for (const line of lines) {
    const [range, of, without] = line
    if (range === 0) withoutValue += without
    const its = sums[range]?.[positionOf(of)]
    if (!its) throw new Error("A line lies in a range and a group.")
    addLine(its, measure, line)
  }
  return { ranges: sums.map((ofRange) => ofRange.map(printLine)), withoutValue }
}

/** The one row of a statement that ranks the groups. */
export interface RankedRow {
  readonly lines: readonly QueriedLine<number>[] | null
  /** The keys of the groups, in order. */
  readonly groups: (string | null)[] | null
  readonly others: number
  readonly unplaced: number
  /** Departments outside all groups that have points in any range. */
  readonly unplacedMembers: number
}

type Assembled = Omit<SeriesResult, "computedFrom">

/** Assembles lines that a statement has ranked and merged. */
export function assembleRanked(read: SeriesRead, row: RankedRow): Assembled {
  const { grouping, top } = read
  const members = row.others + row.unplacedMembers
  const named = (row.groups ?? []).map((key) => ({ kind: grouping, key }) as SeriesGroup)
  const ranked: SeriesGroup[] =
    members > 0 ? [...named.slice(0, top), { kind: "other", members }] : named
  const groups: SeriesGroup[] = grouping === "none" ? [{ kind: "all" }] : ranked
  const positionOf = (position: number) => Math.min(position, groups.length) - 1
  const lines = assembleLines(read, row.lines ?? [], { groups: groups.length, positionOf })
  return { groups, ...lines, unplaced: row.unplaced }
}

type Key = string | null

const compareNumbers = (one: number, other: number) => (one === other ? 0 : one - other)

/** In the database's order of keys: by bytes, null last. */
const compareKeys = (one: Key, other: Key) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : Buffer.compare(Buffer.from(one), Buffer.from(other))

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** A key's size by the measure, from a line of all its cells. Null if it has no value. */
function sizeOf(measure: Measure, [, , , , points, figures, valued]: QueriedLine<Key>) {
  const known = (figures ?? []).filter((figure) => figure !== null)
  if (measure === "count") return add(points)
  if (known.length === 0) return null
  if (measure === "minimum") return Math.min(...known)
  if (measure === "maximum") return Math.max(...known)
  return measure === "average" ? add(known) / add(valued ?? []) : add(known)
}

/**
 * Ranks by size over the ranking range, descending, keys without a value last. Equal sizes are
 * ordered by key.
 */
function rankKeys(
  { measure, rankedBy = 0 }: SeriesRead,
  lines: readonly QueriedLine<Key>[],
): Key[] {
  const sizes = new Map(lines.map(([, key]) => [key, Number.NEGATIVE_INFINITY]))
  for (const line of lines)
    if (line[0] === rankedBy) sizes.set(line[1], sizeOf(measure, line) ?? Number.NEGATIVE_INFINITY)
  return [...sizes]
    .sort(([one, own], [other, its]) => compareNumbers(its, own) || compareKeys(one, other))
    .map(([key]) => key)
}

/** Ranks and merges the lines of all keys here, because that would double the time of the query. */
export function assembleKeyed(read: SeriesRead, lines: readonly QueriedLine<Key>[]): Assembled {
  const { grouping, top } = read
  if (grouping === "none") {
    const all = assembleLines(read, lines, { groups: 1, positionOf: () => 0 })
    return { groups: [{ kind: "all" }], ...all, unplaced: 0 }
  }
  const keys = rankKeys(read, lines)
  const positions = new Map(keys.map((key, rank) => [key, Math.min(rank, top)]))
  const groups = keys.slice(0, top).map((key) => ({ kind: grouping, key }) as SeriesGroup)
  if (keys.length > top) groups.push({ kind: "other", members: keys.length - top })
  const positionOf = (key: Key) => positions.get(key) ?? Number.NaN
  return {
    groups,
    ...assembleLines(read, lines, { groups: groups.length, positionOf }),
    unplaced: 0,
  }
}
