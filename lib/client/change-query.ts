import {
  type DayRange,
  dayAt,
  defaultSeriesQuery,
  type SeriesAnswer,
  type SeriesCell,
  type SeriesQuery,
  type SeriesRange,
} from "@/lib/catalogue"
import { matchBuckets } from "./compare-series"

/** The days between two moments, in a zone. */
const daysBetween = (from: number, to: number, zone: string): DayRange => ({
  from: dayAt(from, zone),
  to: dayAt(to - 1, zone),
})

/**
 * The comparison for a cell's days: for a bucket, its counterpart in the range `against`; for the
 * whole period, the whole range.
 */
function rangesOf(
  answer: SeriesAnswer,
  { from, to }: SeriesCell,
  against: number,
): readonly [SeriesRange, SeriesRange] {
  const { ranges } = answer
  const { zone } = answer.question
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const own = daysBetween(start, end, zone)
  const [first] = ranges
  const other = ranges[against]
  if (against === 0 || !other) return [own, "previous"]
  const [countedFrom, countedTo] = first.counted?.edges ?? []
  if (start === countedFrom && end === countedTo) return [first.range, other.range]
  const at = first.edges.indexOf(start)
  const match = first.edges[at + 1] === end ? matchBuckets(answer, against)[at] : undefined
  const [below, after] = match === undefined ? [] : other.edges.slice(match, match + 2)
  if (below === undefined || after === undefined) return [own, "previous"]
  return [own, daysBetween(below, after, zone)]
}

/** A question limited to a cell's group; undefined for a person, and for the group of others. */
function withinGroup(
  { grouping, level, type, within, filters }: SeriesQuery,
  { group }: SeriesCell,
): Pick<SeriesQuery, "within" | "filters"> | undefined {
  const same = { filters, ...(within !== undefined && { within }) }
  if (!group || grouping === "none") return same
  if (group.kind === "other" || grouping === "user") return undefined
  if ((level ?? type) !== undefined && group.key !== null) return { ...same, within: group.key }
  const property = grouping === "label" ? "label" : "departmentId"
  if (filters.some((filter) => filter.property === property && filter.operator === "eq"))
    return same
  return { ...same, filters: [...filters, { property, operator: "eq", value: group.key }] }
}

/**
 * The question what changed between the range `against` of an answer and a cell of its first range;
 * for 0, between the same number of days before and the cell. Undefined if the cell's group cannot
 * be queried alone.
 */
export function changeQuery(
  answer: SeriesAnswer,
  cell: SeriesCell,
  against: number,
): SeriesQuery | undefined {
  const { measure, zone } = answer.question
  const limits = withinGroup(answer.question, cell)
  if (!limits) return undefined
  return {
    ...defaultSeriesQuery,
    measure,
    zone,
    ranges: rangesOf(answer, cell, against),
    ...limits,
  }
}
