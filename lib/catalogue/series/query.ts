import type { Filter } from "../filter"
import type { Period } from "../periods"

/** What is computed of the values in a bucket. `count` includes points without a value. */
export const measures = ["sum", "average", "minimum", "maximum", "count", "median", "p95"] as const
export type Measure = (typeof measures)[number]

/** Bucket lengths on the calendar of the question's zone. Weeks are those of ISO 8601. */
export const bucketSizes = ["hour", "day", "week", "month", "quarter", "year"] as const
export type BucketSize = (typeof bucketSizes)[number]

/** What points are grouped by. `none` is one group of all. */
export const groupings = ["none", "label", "department", "user"] as const
export type Grouping = (typeof groupings)[number]

/** Recurring patterns: of the week, by weekday and local hour, whatever the date. */
export const seriesPatterns = ["week"] as const
export type SeriesPattern = (typeof seriesPatterns)[number]

/** A range to look at: some days, all data, the range before the first one, or a year before it. */
export type SeriesRange = Period | "all" | "previous" | "year"

/** A question about the points of one data set, as encoded in its URL (`docs/series.md`). */
export interface SeriesQuery {
  readonly measure: Measure
  readonly bucket: BucketSize
  /** IANA name. */
  readonly zone: string
  readonly grouping: Grouping
  /**
   * With `department`: 1 is the top of the tree. Each point counts for its department's ancestor at
   * that level. Without it, each counts for its own.
   */
  readonly level?: number
  /**
   * With `department` instead of a level: each point counts for the highest department of this type
   * above it, or for the others.
   */
  readonly type?: string
  /**
   * How many separate groups there are, the largest by the measure. The others form one group
   * "other".
   */
  readonly top: number
  /**
   * The first is shown, and up to three more are compared with it. `previous` and `year` are
   * relative to the first.
   */
  readonly ranges: readonly [SeriesRange, ...SeriesRange[]]
  /** Shifts compared ranges so that their weekdays align with the first range's. */
  readonly alignWeekdays: boolean
  /** Adds the points of the first range by weekday and hour, of all groups together. */
  readonly pattern?: SeriesPattern
  /** Only points of this department and its descendants. */
  readonly within?: string
  /** In the grammar of the data points' list (decisions "Filters"). */
  readonly filters: readonly Filter[]
}

/** Maximum buckets in one range. */
export const bucketLimit = 20_000
export const topLimit = 50
export const rangeLimit = 4
/** How many data sets one request may read. */
export const seriesLimit = 50
/** Trees of departments are far less deep than this. */
export const levelLimit = 99

/** The same question with all points as one group. */
export function ungrouped({ level: _, type: __, ...query }: SeriesQuery): SeriesQuery {
  return { ...query, grouping: "none", top: defaultSeriesQuery.top }
}

/** The question of a URL without parameters. */
export const defaultSeriesQuery: SeriesQuery = {
  measure: "sum",
  bucket: "day",
  zone: "UTC",
  grouping: "none",
  top: 10,
  ranges: ["last-30-days"],
  alignWeekdays: false,
  filters: [],
}
