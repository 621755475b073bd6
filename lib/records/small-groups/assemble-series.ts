import type { DepartmentsAtLevel, Measure, SeriesGroup, SeriesLine } from "@/lib/catalogue"
import type { SeriesResult } from "../series/series-read"
import type { DepartmentParents } from "./department-tree"
import type { RequestedGroup } from "./read-anonymous-groups"

/** How the groups of an answer are told apart. */
export interface Grouped {
  readonly grouping: "none" | "label" | "department"
  /** With `department`: which level of the tree each counts for; without it each for its own. */
  readonly level?: number
  readonly places?: DepartmentsAtLevel
  readonly tree: DepartmentParents
  readonly top: number
  /** What there is to group by. */
  readonly keys: readonly (string | null)[]
  /** There are points, but nothing of them is told: all together are of too few people. */
  readonly isHidden: boolean
}

type Member = Pick<RequestedGroup, "key" | "scope">

/** A group of its own, or `unplaced`: departments that the tree does not hold count for the others. */
type Place = { readonly key: string | null } | "unplaced"

/** The group that all points of a band belong to, where there is one. */
export function boundsOfGroup(
  { grouping, level, places, tree }: Grouped,
  band: Member,
): Place | undefined {
  if (grouping === "none") return { key: null }
  if (band.scope === "several") return undefined
  if (grouping === "label" || band.key === null) return { key: band.key }
  if (band.scope === "one") {
    if (!places) return { key: band.key }
    const place = places.get(band.key)
    return place === undefined ? "unplaced" : { key: place }
  }
  if (level === undefined || !places) return undefined
  const isBelow = (tree.path(band.key)?.length ?? 0) >= level
  const place = isBelow ? places.get(band.key) : undefined
  return place === undefined ? undefined : { key: place }
}

/** Whether some points of a band may be a group's. */
function mayTouch(grouped: Grouped, band: Member, key: string | null): boolean {
  const place = boundsOfGroup(grouped, band)
  if (place !== undefined) return place !== "unplaced" && place.key === key
  if (band.scope === "several") return true
  return key !== null && band.key !== null && grouped.tree.below(band.key).has(key)
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

/** As `percentile_cont` has it, of values that occur several times. */
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

/** The groups of an answer: the largest by what is told of the first range, then all others together. */
export function rankGroups(grouped: Grouped, bands: readonly RequestedGroup[]): SeriesGroup[] {
  const { grouping, top, places, keys } = grouped
  if (grouping === "none" || grouped.isHidden) return [{ kind: "all" }]
  const sizes = new Map<string | null, number>()
  let unplacedMembers = 0
  for (const key of keys) {
    const place = places && key !== null ? places.get(key) : key
    if (place === undefined) unplacedMembers += 1
    else sizes.set(place, 0)
  }
  for (const band of bands) {
    const place = boundsOfGroup(grouped, band)
    if (band.range !== 0 || !band.told) continue
    if (place === undefined || place === "unplaced") continue
    sizes.set(place.key, (sizes.get(place.key) ?? 0) + band.points)
  }
  const occurs = (key: string | null) => bands.some((band) => mayTouch(grouped, band, key))
  const ranked = [...sizes]
    .filter(([key]) => occurs(key))
    .toSorted(([one, size], [other, otherSize]) => otherSize - size || compareKeys(one, other))
    .map(([key]): SeriesGroup => ({ kind: grouping, key }))
  const members = Math.max(0, ranked.length - top) + unplacedMembers
  return members > 0 ? [...ranked.slice(0, top), { kind: "other", members }] : ranked
}

/** The index of the group that a band is told in, -1 where it is told in none. */
export function seriesGroupOf(
  grouped: Grouped,
  groups: readonly SeriesGroup[],
  band: Member,
): number {
  const place = boundsOfGroup(grouped, band)
  if (place === undefined) return -1
  if (groups[0]?.kind === "all") return 0
  const own = groups.findIndex(
    (group) => group.kind === grouped.grouping && place !== "unplaced" && group.key === place.key,
  )
  return own >= 0 ? own : groups.findIndex(({ kind }) => kind === "other")
}

/** The groups that may hold points of a band that is told in none of them. */
function groupsTouched(grouped: Grouped, groups: readonly SeriesGroup[], band: Member): number[] {
  const own = seriesGroupOf(grouped, groups, band)
  if (own >= 0) return [own]
  return groups.flatMap((group, index) =>
    group.kind === "all" || group.kind === "other" || mayTouch(grouped, band, group.key)
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

/**
 * An answer of whole bands. A cell is told in part where a band that is not told in it may have points
 * there, and suppressed where it has no other: so that also what is missing is told of bands alone.
 */
export function assembleSeries(
  grouped: Grouped,
  bands: readonly RequestedGroup[],
  { measure, buckets }: { readonly measure: Measure; readonly buckets: readonly number[] },
): Omit<SeriesResult, "computedFrom"> {
  const groups = rankGroups(grouped, bands)
  const cells = buckets.map((count) => groups.map(() => Array.from({ length: count }, emptyCell)))
  const touched = buckets.map((count) =>
    groups.map(() => Array<boolean>(count).fill(grouped.isHidden)),
  )
  let withoutValue = 0
  for (const band of bands) {
    const own = band.told ? seriesGroupOf(grouped, groups, band) : -1
    const cell = cells[band.range]?.[own]?.[band.bucket - 1]
    if (cell) {
      addTo(cell, band)
      if (band.range === 0) withoutValue += band.points - band.valued
      continue
    }
    for (const group of groupsTouched(grouped, groups, band))
      touched[band.range]?.[group]?.fill(true, Math.max(band.bucket, 1) - 1, band.lastBucket)
  }
  const lines = cells.map((ofRange, range) =>
    ofRange.map((ofGroup, group) => lineOf(measure, group, ofGroup, touched[range]?.[group] ?? [])),
  )
  const unplacedMembers = grouped.places
    ? grouped.keys.filter((key) => key !== null && !grouped.places?.has(key)).length
    : 0
  return { groups, ranges: lines, withoutValue, unplaced: unplacedMembers }
}
