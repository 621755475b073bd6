import type {
  DepartmentsAtLevel,
  Filter,
  Grouping,
  Measure,
  RowScope,
  SeriesGroup,
  SeriesLine,
} from "@/lib/catalogue"

/** Which points count, of one data set. */
export interface PointSelection {
  readonly dataSetId: string
  readonly scope: RowScope
  readonly filters: readonly Filter[]
  /** Only points of these departments. */
  readonly departments?: readonly string[]
}

/** A question whose days, time zone and tree have become edges and ids. */
export interface SeriesRead extends PointSelection {
  readonly measure: Measure
  readonly grouping: Grouping
  /** With the grouping `department`: the one that each counts for; without it each counts for its own. */
  readonly atLevel?: DepartmentsAtLevel
  readonly top: number
  /** The edges of each range's buckets, in milliseconds, as `bucketEdges` gives them. */
  readonly ranges: readonly (readonly number[])[]
}

/** What was computed: `lines` of each range for each group, in the order of `groups`. */
export interface SeriesResult {
  /** The largest first by points in the first range, then those of equal size by key, then the others together. */
  readonly groups: readonly SeriesGroup[]
  readonly ranges: readonly (readonly SeriesLine[])[]
  /** Points of the first range without a value. */
  readonly withoutValue: number
  /** Departments with points in the first range that `atLevel` does not hold. */
  readonly unplaced: number
  readonly computedFrom: "rollup" | "rows"
}
