import type { DepartmentsAtLevel, Measure, SeriesGroup, SeriesLine } from "@/lib/catalogue"
import type { SeriesResult } from "../series/series-read"
import type { DepartmentParents } from "./department-tree"
import type { RequestedGroup } from "./read-anonymous-groups"

/** How the groups of an answer are distinguished. */
export interface Grouped {
  readonly grouping: "none" | "label" | "department"
  /**
   * With `department` and `atLevel`: the tree level. Absent for a department type, whose
   * departments include all their descendants.
   */
  readonly level?: number
  readonly atLevel?: DepartmentsAtLevel
  readonly tree: DepartmentParents
  readonly top: number
  /** The keys that exist. */
  readonly keys: readonly (string | null)[]
  /** There are points, but too few people to disclose anything. */
  readonly isHidden: boolean
}

type Member = Pick<RequestedGroup, "key" | "scope">

/** A separate group, or `unplaced`: departments outside the tree count as others. */
type GroupKey = { readonly key: string | null } | "unplaced"

/** The series group that contains all points of an anonymous group, if there is one. */
export function boundsOfGroup(
  { grouping, level, atLevel, tree }: Grouped,
  member: Member,
): GroupKey | undefined {
  if (grouping === "none") return { key: null }
  if (member.scope === "several") return undefined
  if (grouping === "label" || member.key === null) return { key: member.key }
  if (member.scope === "one") {
    if (!atLevel) return { key: member.key }
    const ancestor = atLevel.get(member.key)
    return ancestor === undefined ? "unplaced" : { key: ancestor }
  }
  if (!atLevel) return undefined
  const isBelow = level === undefined || (tree.path(member.key)?.length ?? 0) >= level
  const ancestor = isBelow ? atLevel.get(member.key) : undefined
  return ancestor === undefined ? undefined : { key: ancestor }
}

/** Whether an anonymous group may have points in a series group. */
function mayTouch(grouped: Grouped, member: Member, key: string | null): boolean {
  const bounds = boundsOfGroup(grouped, member)
  if (bounds !== undefined) return bounds !== "unplaced" && bounds.key === key
  if (member.scope === "several") return true
  return key !== null && member.key !== null && grouped.tree.below(member.key).has(key)
}

const compareKeys = (one: string | null, other: string | null) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : Buffer.compare(Buffer.from(one), Buffer.from(other))

interface Cell {
  points: number
  valued: number
  total: number
  lowest: number
  highest: number
  means: (readonly [number, number])[]
}

const emptyCell = (): Cell => ({
  points: 0,
  valued: 0,
  total: 0,
  means: [],
  lowest: Number.POSITIVE_INFINITY,
  highest: Number.NEGATIVE_INFINITY,
})

function addTo(cell: Cell, group: RequestedGroup) {
  cell.points += group.points
  cell.valued += group.valued
  cell.total += group.total
  cell.lowest = Math.min(cell.lowest, group.lowest)
  cell.highest = Math.max(cell.highest, group.highest)
  for (const mean of group.means ?? []) cell.means.push(mean)
}

/** Same as `percentile_cont`, for values with counts. */
function percentile(means: readonly (readonly [number, number])[], share: number): number {
  const sorted = means.toSorted(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, times]) => sum + times, 0)
  const at = share * (count - 1)
  const valueAt = (index: number) => {
    let left = index
    for (const [value, times] of sorted) {
      if (left < times) return value
      left -= times
    }
    return sorted.at(-1)?.[0] ?? 0
  }
  const [low, high] = [valueAt(Math.floor(at)), valueAt(Math.ceil(at))]
  return low + (high - low) * (at - Math.floor(at))
}

const figures = {
  sum: ({ total }) => total,
  average: ({ total, valued }) => total / valued,
  minimum: ({ lowest }) => lowest,
  maximum: ({ highest }) => highest,
  count: ({ points }) => points,
  median: ({ means }) => percentile(means, 0.5),
  p95: ({ means }) => percentile(means, 0.95),
} as const satisfies Record<Measure, (cell: Cell) => number>

/**
 * The groups of an answer: by the measure of the disclosed points in the ranking range, descending;
 * those with nothing disclosed last; then all others together.
 */
export function rankGroups(
  grouped: Grouped,
  anonymousGroups: readonly RequestedGroup[],
  { measure, rankedBy = 0 }: Pick<AssembledCells, "measure" | "rankedBy">,
): SeriesGroup[] {
  const { grouping, top, atLevel, keys } = grouped
  if (grouping === "none" || grouped.isHidden) return [{ kind: "all" }]
  const sizes = new Map<string | null, Cell>()
  let unplacedMembers = 0
  for (const key of keys) {
    const ancestor = atLevel && key !== null ? atLevel.get(key) : key
    if (ancestor === undefined) unplacedMembers += 1
    else sizes.set(ancestor, emptyCell())
  }
  for (const anonymous of anonymousGroups) {
    const bounds = boundsOfGroup(grouped, anonymous)
    if (anonymous.range !== rankedBy || !anonymous.told) continue
    if (bounds === undefined || bounds === "unplaced") continue
    const cell = sizes.get(bounds.key) ?? emptyCell()
    addTo(cell, anonymous)
    sizes.set(bounds.key, cell)
  }
  const sizeOf = (cell: Cell) =>
    cell.points > 0 && (measure === "count" || cell.valued > 0)
      ? figures[measure](cell)
      : Number.NEGATIVE_INFINITY
  const occurs = (key: string | null) =>
    anonymousGroups.some((anonymous) => mayTouch(grouped, anonymous, key))
  const ranked = [...sizes]
    .filter(([key]) => occurs(key))
    .map(([key, cell]) => ({ key, size: sizeOf(cell) }))
    .toSorted(
      (one, other) =>
        Number(one.size < other.size) - Number(one.size > other.size) ||
        compareKeys(one.key, other.key),
    )
    .map(({ key }): SeriesGroup => ({ kind: grouping, key }))
  const members = Math.max(0, ranked.length - top) + unplacedMembers
  return members > 0 ? [...ranked.slice(0, top), { kind: "other", members }] : ranked
}

/** The index of the series group that discloses an anonymous group, or -1. */
export function seriesGroupOf(
  grouped: Grouped,
  groups: readonly SeriesGroup[],
  member: Member,
): number {
  const bounds = boundsOfGroup(grouped, member)
  if (bounds === undefined) return -1
  if (groups[0]?.kind === "all") return 0
  const own = groups.findIndex(
    (group) => group.kind === grouped.grouping && bounds !== "unplaced" && group.key === bounds.key,
  )
  return own >= 0 ? own : groups.findIndex(({ kind }) => kind === "other")
}

/** The series groups that may hold points of an anonymous group that none of them discloses. */
function groupsTouched(grouped: Grouped, groups: readonly SeriesGroup[], member: Member): number[] {
  const own = seriesGroupOf(grouped, groups, member)
  if (own >= 0) return [own]
  return groups.flatMap((group, index) =>
    group.kind === "all" || group.kind === "other" || mayTouch(grouped, member, group.key)
      ? [index]
      : [],
  )
}

function lineOf(
  measure: Measure,
  group: number,
  cells: readonly Cell[],
  touched: readonly boolean[],
) {
  const states = cells.map(({ points }, index) =>
    points > 0 ? (touched[index] ? "p" : "v") : touched[index] ? "s" : "m",
  )
  const line: SeriesLine = {
    group,
    values: cells.map((cell) => (cell.points > 0 ? figures[measure](cell) : null)),
    counts: cells.map(({ points }, index) => (states[index] === "s" ? null : points)),
    states: states.join(""),
  }
  return line
}

interface AssembledCells {
  readonly measure: Measure
  /** The range that ranks the groups. The first by default. */
  readonly rankedBy?: number
  /** Number of cells in each line of a range. */
  readonly buckets: readonly number[]
  /** Whether the first cell follows the last. */
  readonly isCyclic?: boolean
}

/** Marks the cells in which an anonymous group may have points. */
function touchCells(
  touched: boolean[],
  { bucket, lastBucket }: Pick<RequestedGroup, "bucket" | "lastBucket">,
  isCyclic: boolean,
) {
  if (!isCyclic) {
    touched.fill(true, Math.max(bucket, 1) - 1, lastBucket)
    return
  }
  const { length } = touched
  for (let cell = bucket; cell <= lastBucket && cell < bucket + length; cell += 1)
    touched[(cell - 1) % length] = true
}

/**
 * An answer made of whole anonymous groups. A cell is partial if a group that it does not disclose
 * may have points in it, and suppressed if it discloses no other. So what is missing is also known
 * only from anonymous groups.
 */
export function assembleSeries(
  grouped: Grouped,
  anonymousGroups: readonly RequestedGroup[],
  { measure, buckets, isCyclic = false, ...ranking }: AssembledCells,
): Omit<SeriesResult, "computedFrom"> {
  const groups = rankGroups(grouped, anonymousGroups, { measure, ...ranking })
  const cells = buckets.map((count) => groups.map(() => Array.from({ length: count }, emptyCell)))
  const touched = buckets.map((count) =>
    groups.map(() => Array<boolean>(count).fill(grouped.isHidden)),
  )
  let withoutValue = 0
  for (const anonymous of anonymousGroups) {
    const own = anonymous.told ? seriesGroupOf(grouped, groups, anonymous) : -1
    const cell = cells[anonymous.range]?.[own]?.[anonymous.bucket - 1]
    if (cell) {
      addTo(cell, anonymous)
      if (anonymous.range === 0) withoutValue += anonymous.points - anonymous.valued
      continue
    }
    for (const group of groupsTouched(grouped, groups, anonymous))
      touchCells(touched[anonymous.range]?.[group] ?? [], anonymous, isCyclic)
  }
  const lines = cells.map((ofRange, range) =>
    ofRange.map((ofGroup, group) => lineOf(measure, group, ofGroup, touched[range]?.[group] ?? [])),
  )
  const unplacedMembers = grouped.atLevel
    ? grouped.keys.filter((key) => key !== null && !grouped.atLevel?.has(key)).length
    : 0
  return { groups, ranges: lines, withoutValue, unplaced: unplacedMembers }
}
