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

/** A selection of points from one data set. */
export interface PointSelection {
  readonly dataSetId: string
  readonly scope: RowScope
  readonly filters: readonly Filter[]
  /** Only points of these departments. */
  readonly departments?: readonly string[]
}

/** A question with days, time zone and tree resolved to edges and ids. */
export interface SeriesRead extends PointSelection {
  readonly measure: Measure
  readonly grouping: Grouping
  /**
   * With the grouping `department`: the department that each one counts for. Without it, each
   * counts for itself.
   */
  readonly atLevel?: DepartmentsAtLevel
  readonly top: number
  /** The range that ranks the groups and determines `unplaced`. The first by default. */
  readonly rankedBy?: number
  /** The bucket edges of each range, in milliseconds, as returned by `bucketEdges`. */
  readonly ranges: readonly (readonly number[])[]
  /** Groups the points of a range into cells of the week instead of buckets. */
  readonly cycle?: WeekCells
}

/**
 * Cells that recur each week. Between two edges of a range, the shift converts seconds since 1970
 * into seconds since a Monday's midnight (`weekCycle`).
 */
export interface WeekCells {
  readonly unit: WeekUnit
  /** For each range, one less than its number of edges. */
  readonly shifts: readonly (readonly number[])[]
}

/** Number of cells of each range's lines. */
export const cellCountOf = (
  { ranges, cycle }: Pick<SeriesRead, "ranges" | "cycle">,
  range: number,
): number => (cycle ? weekCellCount(cycle.unit) : (ranges[range]?.length ?? 1) - 1)

/** The computed answer: for each range, `lines` of each group in the order of `groups`. */
export interface SeriesResult {
  /**
   * By the measure in the ranking range, descending; those without a value last; ties by key. Then
   * all others together.
   */
  readonly groups: readonly SeriesGroup[]
  readonly ranges: readonly (readonly SeriesLine[])[]
  /** Points of the first range without a value. */
  readonly withoutValue: number
  /** Departments with points in the ranking range that `atLevel` does not contain. */
  readonly unplaced: number
  readonly computedFrom: "rollup" | "rows"
}
