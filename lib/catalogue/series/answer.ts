import type { CountedDays, DataSpan } from "./complete-days"
import type { Direction } from "./direction"
import type { Grouping, SeriesQuery, SeriesRange } from "./query"

/** Who a group is: a label or an id (null: points without one), all others together, or all points. */
export type SeriesGroup =
  | { readonly kind: Exclude<Grouping, "none">; readonly key: string | null }
  | { readonly kind: "other"; readonly members: number }
  | { readonly kind: "all" }

/**
 * What a cell tells: its `value`, or the `part` of it that is not of too few people; or why it has none:
 * `missing`, no points; `empty`, points of which none has a value; `suppressed`, too few people;
 * `unsynced`, the copy has not come there; `before`, the data begin later; `ahead`, they do not go that far.
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

/** One group's cells in one range, one of each array for each bucket of the range. */
export interface SeriesLine {
  /** An index into `groups`. */
  readonly group: number
  readonly values: readonly (number | null)[]
  /** Points in each cell; null where they may not be disclosed or are not known. */
  readonly counts: readonly (number | null)[]
  /** A letter for each cell: v value, p part, m missing, e empty, s suppressed, u unsynced, b before, a ahead (see `cellStates`). */
  readonly states: string
  /** In the first range, what the data set's target wants of each cell, of one that is not whole for its days that count; absent where the group has no target. */
  readonly targets?: readonly (number | null)[]
}

/** What all points of some days say together; `state` is a letter as in a line, with `value` and `count` as there. */
export interface DaysFigure {
  /** Local days, both included. */
  readonly from: string
  readonly to: string
  readonly days: number
  /** The moments between which they lie, in milliseconds since 1970. */
  readonly edges: readonly [number, number]
  readonly value: number | null
  readonly count: number | null
  readonly state: string
  /** In the first range, what the data set's target wants of these days; absent where there is none for all of them. */
  readonly target?: number
}

/** A figure of the days of a range that have data; of a range that is compared beside that of the same days of the first. */
export interface FigureToDate extends DaysFigure {
  readonly first?: DaysFigure
}

/** The cells of one range; `edges` holds one moment more than there are buckets, in milliseconds since 1970: bucket i is [edges[i], edges[i + 1]). */
export interface RangeSeries {
  readonly range: SeriesRange
  /** Local days, both included. */
  readonly from: string
  readonly to: string
  readonly edges: readonly number[]
  /** Buckets that are not over yet, or not within the data, or begin before or end after the range: they have no deltas. */
  readonly partial: readonly number[]
  readonly lines: readonly SeriesLine[]
  /** Its days that count; of what is compared the same days as the first range's. Absent where none does. */
  readonly counted?: CountedDays
  /** What they say; absent too where points are told apart in groups. */
  readonly toDate?: FigureToDate
  /** What they say of each group, in the order of `groups`, where points are told apart. */
  readonly groupsToDate?: readonly FigureToDate[]
}

/**
 * The points of the first range by what the zone's clocks showed, of all groups together: 168 cells from Monday's first
 * hour to Sunday's last, or 7 of weekdays where all points are at one time of day. `states` has letters as a line has.
 */
export interface WeekPattern {
  readonly by: "hour" | "weekday"
  readonly values: readonly (number | null)[]
  readonly counts: readonly (number | null)[]
  readonly states: string
}

/** How far the copy goes that an answer was computed from. */
export interface Completeness {
  /** `none`: nothing has been copied; `partial`: the first copy is under way. */
  readonly state: "none" | "partial" | "complete"
  /** When the copy last knew all that the platform had, ISO 8601; null before the first end. */
  readonly syncedUntil: string | null
  /** Intervals of time that have not been copied, ISO 8601, open at an end that is null. */
  readonly gaps: readonly { readonly from: string | null; readonly to: string | null }[]
}

/** An answer to a question; nothing is cut without being counted in `leftOut`. */
export interface SeriesAnswer extends DataSpan {
  readonly question: SeriesQuery
  readonly groups: readonly SeriesGroup[]
  /** In the order of the question's ranges. */
  readonly ranges: readonly [RangeSeries, ...RangeSeries[]]
  /** Where the question has a pattern. */
  readonly pattern?: WeekPattern
  readonly completeness: Completeness
  readonly leftOut: {
    /** Points of the first range without a value; they count but have no part in other measures. */
    readonly withoutValue: number
    /** Cells of the first range that are suppressed. */
    readonly suppressed: number
    /** Departments that the tree does not hold, cycles among them; their points count for the group "other". */
    readonly unplaced: number
  }
  /** The least number of people that a cell speaks of, where the data set holds points of persons. */
  readonly least?: number
  readonly computedFrom: "rollup" | "rows"
  /** Whether more is good news, where somebody has said so. */
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

/** Whether a cell lies before the data or behind them, by its letter: what is neither missing nor zero, nor cut. */
export const isOutsideData = (letter: string | undefined): boolean =>
  letter === "b" || letter === "a"
