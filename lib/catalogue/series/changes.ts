import type { DayRange } from "../periods"
import type { Grouping, Measure } from "./query"

/** Measures whose change can be divided among groups so that the parts add up. */
export const dividedMeasures = ["sum", "count", "average"] as const satisfies Measure[]
export const isDivided = (measure: Measure): boolean =>
  dividedMeasures.some((each) => each === measure)

/** The figures of a group on both sides, and its share of the total change. */
export interface GroupChange {
  /** A label or an id. Null for points without one. */
  readonly key: string | null
  readonly value: number | null
  readonly before: number | null
  readonly contribution: number
}

/**
 * The change of a total divided among groups of one kind: `rows`, `rest` and `notShown` add up to
 * it.
 */
export interface DividedChange {
  readonly grouping: Extract<Grouping, "department" | "label">
  /** The groups that contributed most, up or down. */
  readonly rows: readonly GroupChange[]
  /** All other groups that may be disclosed. */
  readonly rest: { readonly members: number; readonly contribution: number }
  /**
   * The change that may not be disclosed for any group because of too few people. Absent if the
   * data needs no protection.
   */
  readonly notShown?: number
}

/** The change from the same days of another range, and how much each group contributed. */
export interface SeriesChanges {
  /** The compared days. Absent, with everything else, if there are none. */
  readonly days?: { readonly first: DayRange; readonly before: DayRange }
  readonly value: number | null
  readonly before: number | null
  /** By department and by label. Empty if the change is unknown. */
  readonly divided: readonly DividedChange[]
  /** Same as in `SeriesAnswer`. */
  readonly least?: number
}
