import {
  type DepartmentsAtLevel,
  type Filter,
  type Grouping,
  type Measure,
  type RowScope,
  type SeriesGroup,
  type SeriesLine,
  type WeekUnit,
  weekCellCount,
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
  /** Which range ranks the groups, and tells of points that count for none; the first unless it is said. */
  readonly rankedBy?: number
  /** The edges of each range's buckets, in milliseconds, as `bucketEdges` gives them. */
  readonly ranges: readonly (readonly number[])[]
  /** Puts the points of a range into cells of the week instead of buckets. */
  readonly cycle?: WeekCells
}

/** Cells that come again each week: between two edges of a range, the shift that turns seconds since 1970 into those since a Monday's midnight (`weekCycle`). */
export interface WeekCells {
  readonly unit: WeekUnit
  /** For each range as many as it has edges, less one. */
  readonly shifts: readonly (readonly number[])[]
}

/** How many cells each line of a range has. */
export const cellCountOf = (
  { ranges, cycle }: Pick<SeriesRead, "ranges" | "cycle">,
  range: number,
): number => (cycle ? weekCellCount(cycle.unit) : (ranges[range]?.length ?? 1) - 1)

/** What was computed: `lines` of each range for each group, in the order of `groups`. */
export interface SeriesResult {
  /** The largest first by the measure in the range that ranks, those without a value and of equal size by key, then the others together. */
  readonly groups: readonly SeriesGroup[]
  readonly ranges: readonly (readonly SeriesLine[])[]
  /** Points of the first range without a value. */
  readonly withoutValue: number
  /** Departments with points in the range that ranks, that `atLevel` does not hold. */
  readonly unplaced: number
  readonly computedFrom: "rollup" | "rows"
}
