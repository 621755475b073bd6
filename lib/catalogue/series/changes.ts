import type { DayRange } from "../periods"
import type { Grouping, Measure } from "./query"

/** The measures whose change can be divided among groups so that the parts add up to it. */
export const dividedMeasures = ["sum", "count", "average"] as const satisfies Measure[]
export const isDivided = (measure: Measure): boolean =>
  dividedMeasures.some((each) => each === measure)

/** What the points of a group say on both sides, and how much of the whole change is theirs. */
export interface GroupChange {
  /** A label or an id; null for points without one. */
  readonly key: string | null
  readonly value: number | null
  readonly before: number | null
  readonly contribution: number
}

/** The change of a total divided among the groups of one kind: `rows`, `rest` and `notShown` add up to it. */
export interface DividedChange {
  readonly grouping: Extract<Grouping, "department" | "label">
  /** The groups that contributed most, up or down. */
  readonly rows: readonly GroupChange[]
  /** All other groups that may be told of. */
  readonly rest: { readonly members: number; readonly contribution: number }
  /** What may not be told of any group, since too few people have it; absent where nobody is protected. */
  readonly notShown?: number
}

/** What changed from the same days of another range, and who contributed how much to it. */
export interface SeriesChanges {
  /** The days that are compared; absent, with all else, where none are. */
  readonly days?: { readonly first: DayRange; readonly before: DayRange }
  readonly value: number | null
  readonly before: number | null
  /** By department and by label; empty where the change is not known. */
  readonly divided: readonly DividedChange[]
  /** As in `SeriesAnswer`. */
  readonly least?: number
}
