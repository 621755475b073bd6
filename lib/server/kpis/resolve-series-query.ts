import "server-only"
import {
  bucketEdges,
  bucketLimit,
  type ComparedDays,
  type CountedDays,
  countedDays,
  type DataSpan,
  type DayRange,
  dataSpanOf,
  dayAt,
  departmentsAtLevel,
  departmentsBelow,
  departmentsOfType,
  hasTooManyBuckets,
  type RowScope,
  resolveRanges,
  type SeriesQuery,
  type TreeDepartment,
} from "../../catalogue"
import type { SeriesRead } from "../../records"
import { BffError } from "../http/problem"

/**
 * The input for resolving a question: whose data points may be disclosed, the current time, whether
 * and up to when the copy is complete, the first and last data point in milliseconds, and the tree.
 */
export interface Resolving {
  readonly dataSetId: string
  readonly scope: RowScope
  readonly now: number
  readonly isWhole: boolean
  readonly knownUntil: number
  readonly first?: number
  readonly last?: number
  readonly tree: readonly TreeDepartment[]
}

/** A question with its days and edges, and the extent of its data. */
export interface ResolvedSeriesQuery extends DataSpan {
  readonly days: readonly [DayRange, ...DayRange[]]
  readonly read: SeriesRead
  /** The counted days of the first range and of those compared with it. */
  readonly counted: readonly [CountedDays | undefined, ...(ComparedDays | undefined)[]]
}

/** Resolves a question; throws `invalid_query` (400) if a range has too many buckets. */
export function resolveSeriesQuery(
  query: SeriesQuery,
  { dataSetId, scope, now, isWhole, knownUntil, first, last, tree }: Resolving,
): ResolvedSeriesQuery {
  const { zone, bucket, measure, grouping, level, type, top, within, filters } = query
  const today = dayAt(now, zone)
  const anchors = {
    today,
    ...(first !== undefined && { first: dayAt(first, zone) }),
    ...(last !== undefined && { last: dayAt(last, zone) }),
  }
  const days = resolveRanges(query, anchors)
  if (days.some((each) => hasTooManyBuckets(each, bucket)))
    throw new BffError("invalid_query", {
      errors: [
        {
          parameter: "bucket",
          message: `bucket makes more than ${bucketLimit} buckets of a range. Choose a longer bucket or a shorter range.`,
        },
      ],
    })
  const read: SeriesRead = {
    dataSetId,
    scope,
    measure,
    grouping,
    top,
    filters,
    ranges: days.map((each) => bucketEdges(each, bucket, zone)),
    ...(grouping === "department" &&
      level !== undefined && { atLevel: departmentsAtLevel(tree, level) }),
    ...(grouping === "department" &&
      type !== undefined && { atLevel: departmentsOfType(tree, type) }),
    ...(within !== undefined && { departments: departmentsBelow(tree, within) }),
  }
  const known = {
    knownUntil,
    now,
    // An incomplete copy may still receive earlier data points.
    ...(isWhole && first !== undefined && { first }),
    ...(last !== undefined && { last }),
  }
  const span = dataSpanOf(known, bucket === "hour" ? "hour" : "day", zone)
  // Today alone is counted by hours, since it has no complete day.
  const isToday = days[0].from === today && days[0].to === today
  const counted = countedDays(
    query,
    resolveRanges({ ...query, alignWeekdays: false }, anchors),
    isToday ? dataSpanOf(known, "hour", zone) : span,
  )
  return { days, read, ...span, counted }
}
