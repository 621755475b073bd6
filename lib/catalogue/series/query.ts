import type { Filter } from "../filter"
import type { Period } from "../periods"

/** What is computed of the values in a bucket; `count` counts points, also those without a value. */
export const measures = ["sum", "average", "minimum", "maximum", "count", "median", "p95"] as const
export type Measure = (typeof measures)[number]

/** How long a bucket is on the calendar of the question's zone; weeks are those of ISO 8601. */
export const bucketSizes = ["hour", "day", "week", "month", "quarter", "year"] as const
export type BucketSize = (typeof bucketSizes)[number]

/** What the points are grouped by; `none` is one group of all. */
export const groupings = ["none", "label", "department", "user"] as const
export type Grouping = (typeof groupings)[number]

/** Rhythms by which points are put together whatever their dates: of the week, by weekday and hour of the zone's clocks. */
export const seriesPatterns = ["week"] as const
export type SeriesPattern = (typeof seriesPatterns)[number]

/** An interval of time to look at: some days, everything that there is, or the one before it or a year before it. */
export type SeriesRange = Period | "all" | "previous" | "year"

/** A question about the points of one data set, as its address asks it (`docs/series.md`). */
export interface SeriesQuery {
  readonly measure: Measure
  readonly bucket: BucketSize
  /** IANA name. */
  readonly zone: string
  readonly grouping: Grouping
  /** With `department`: 1 is the top of the tree, each point counts for the department above it there; without it each counts for its own. */
  readonly level?: number
  /** With `department` instead of a level: each point counts for the highest department of this type above it, or for the others. */
  readonly type?: string
  /** How many groups are told apart, the largest by the measure; the others are one group "other". */
  readonly top: number
  /** The first is looked at, up to three more are compared with it; `previous` and `year` are of the first. */
  readonly ranges: readonly [SeriesRange, ...SeriesRange[]]
  /** Moves what is compared so that its weekdays stand below those of the first range. */
  readonly alignWeekdays: boolean
  /** Beside its buckets, the points of the first range by weekday and hour, of all groups together. */
  readonly pattern?: SeriesPattern
  /** Only points of this department and all below it. */
  readonly within?: string
  /** In the grammar of the data points' list (decisions "Filters"). */
  readonly filters: readonly Filter[]
}

/** The most buckets that a question may ask for in one range. */
export const bucketLimit = 20_000
export const topLimit = 50
export const rangeLimit = 4
/** Of how many data sets one request may read the series. */
export const seriesLimit = 50
/** No tree of departments is deeper than this, by far. */
export const levelLimit = 99

/** The same question about all points as one group. */
export function ungrouped({ level: _, type: __, ...query }: SeriesQuery): SeriesQuery {
  return { ...query, grouping: "none", top: defaultSeriesQuery.top }
}

/** What a question asks where its address says nothing. */
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
