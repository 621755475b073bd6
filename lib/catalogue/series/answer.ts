import type { CountedDays, DataSpan } from "./complete-days"
import type { Direction } from "./direction"
import type { Grouping, SeriesQuery, SeriesRange } from "./query"

/**
 * What a group represents: a label or an id (null: points without one), all others together, or all
 * points.
 */
export type SeriesGroup =
  | { readonly kind: Exclude<Grouping, "none">; readonly key: string | null }
  | { readonly kind: "other"; readonly members: number }
  | { readonly kind: "all" }

/**
 * The state of a cell: it has its `value`, or the `part` of it that is not of too few people; or it
 * has none because it is `missing`, no points; `empty`, points without a value; `suppressed`, too
 * few people; `unsynced`, not copied yet; `before`, earlier than the data; `ahead`, later than the
 * data.
 */
export type CellState =
  | "value"
  | "part"
  | "missing"
  | "empty"
  | "suppressed"
  | "unsynced"
  | "before"
  | "ahead"

/** One group's cells in one range. Arrays have one item per bucket of the range. */
export interface SeriesLine {
  readonly group: number
  readonly values: readonly (number | null)[]
  /** Points in each cell. Null if they may not be disclosed or are unknown. */
  readonly counts: readonly (number | null)[]
  /**
   * A letter for each cell: v value, p part, m missing, e empty, s suppressed, u unsynced, b
   * before, a ahead (see `cellStates`).
   */
  readonly states: string
  /**
   * In the first range, the data set's target for each cell. For an incomplete cell, the target of
   * its days that count. Absent if the group has no target.
   */
  readonly targets?: readonly (number | null)[]
}

/**
 * The figure of all points of some days. `state` is a letter as in a line, with `value` and
 * `count`.
 */
export interface DaysFigure {
  /** Local days, both included. */
  readonly from: string
  readonly to: string
  readonly days: number
  /** Start and end, in milliseconds since 1970. */
  readonly edges: readonly [number, number]
  readonly value: number | null
  readonly count: number | null
  readonly state: string
  /**
   * In the first range, the data set's target for these days. Absent if there is none for all of
   * them.
   */
  readonly target?: number
}

/**
 * The figure of a range's days that have data. For a compared range, next to that of the same days
 * of the first range.
 */
export interface FigureToDate extends DaysFigure {
  readonly first?: DaysFigure
}

/**
 * The cells of one range. `edges` has one moment more than there are buckets, in milliseconds since
 * 1970: bucket i is [edges[i], edges[i + 1]).
 */
export interface RangeSeries {
  readonly range: SeriesRange
  /** Local days, both included. */
  readonly from: string
  readonly to: string
  readonly edges: readonly number[]
  /**
   * Buckets that are not over yet, not within the data, or cut by the range. They have no deltas.
   */
  readonly partial: readonly number[]
  readonly lines: readonly SeriesLine[]
  /**
   * Its days that count. For a compared range, the same days as the first range's. Absent if none
   * does.
   */
  readonly counted?: CountedDays
  /** Their figure. Also absent if points are grouped. */
  readonly toDate?: FigureToDate
  /** Their figure for each group, in the order of `groups`, if points are grouped. */
  readonly groupsToDate?: readonly FigureToDate[]
}

/**
 * The points of the first range by local time, of all groups together: 168 cells from Monday's
 * first hour to Sunday's last, or 7 weekdays if all points are at one time of day. `states` has the
 * same letters as a line.
 */
export interface WeekPattern {
  readonly by: "hour" | "weekday"
  readonly values: readonly (number | null)[]
  readonly counts: readonly (number | null)[]
  readonly states: string
}

/** How much was copied when the answer was computed. */
export interface Completeness {
  /** `none`: nothing has been copied; `partial`: the first copy is in progress. */
  readonly state: "none" | "partial" | "complete"
  /**
   * When the copy last had everything that the platform had, ISO 8601. Null before the first copy
   * is complete.
   */
  readonly syncedUntil: string | null
  /** Time intervals that have not been copied, ISO 8601. A null end is open. */
  readonly gaps: readonly { readonly from: string | null; readonly to: string | null }[]
}

/** An answer to a question. Anything left out is counted in `leftOut`. */
export interface SeriesAnswer extends DataSpan {
  readonly question: SeriesQuery
  readonly groups: readonly SeriesGroup[]
  /** In the order of the question's ranges. */
  readonly ranges: readonly [RangeSeries, ...RangeSeries[]]
  /** Present if the question has a pattern. */
  readonly pattern?: WeekPattern
  readonly completeness: Completeness
  readonly leftOut: {
    /**
     * Points of the first range without a value. They are counted, but not part of other measures.
     */
    readonly withoutValue: number
    /** Suppressed cells of the first range. */
    readonly suppressed: number
    /** Departments outside the tree, including cycles. Their points belong to the group "other". */
    readonly unplaced: number
  }
  /** Minimum number of people per cell, if the data set has points of persons. */
  readonly least?: number
  readonly computedFrom: "rollup" | "rows"
  /** Whether more is good news, if configured. */
  readonly direction?: Direction
}

export const cellStates = {
  v: "value",
  p: "part",
  m: "missing",
  e: "empty",
  s: "suppressed",
  u: "unsynced",
  b: "before",
  a: "ahead",
} as const satisfies Record<string, CellState>

/**
 * Whether a cell lies before or after the data, by its letter. It is then neither missing nor zero,
 * nor cut.
 */
export const isOutsideData = (letter: string | undefined): boolean =>
  letter === "b" || letter === "a"
