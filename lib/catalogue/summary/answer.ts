import type { QueryValue } from "../value"
import type { SummaryGroup } from "./query"

/** Who a group is: rows of one value (null: without one), of one bucket of time, or all others together. */
export type SummaryKey =
  | { readonly kind: "value"; readonly value: QueryValue }
  /** Moments in ISO 8601 UTC, the second not included; null at the end of time. */
  | { readonly kind: "bucket"; readonly from: string; readonly to: string | null }
  | { readonly kind: "other"; readonly members: number }

/** One field's groups, in their order; buckets are those of `zone`. */
export interface SummaryGroups extends SummaryGroup {
  readonly zone?: string
  readonly keys: readonly SummaryKey[]
}

/** A measure of some rows: its value, null where none of them has one, and how many rows it counts. */
export interface SummaryFigure {
  /** Times in ISO 8601 UTC. */
  readonly value: number | string | null
  /** Rows that have a value; of a share those that meet its condition. */
  readonly n: number
  /** The filters that give these rows, where they are not those of all rows here; null where the list's grammar cannot say them. */
  readonly drill?: string | null
}

/** The figures of one group of each field; null stands for all of them together. */
export interface SummaryRow {
  /** Indexes into the keys of each field. */
  readonly keys: readonly (number | null)[]
  readonly n: number
  /** The filters that give these rows, as a search string in the list's grammar; null where it cannot say them. */
  readonly drill: string | null
  readonly figures: readonly SummaryFigure[]
}

/** What was computed, without what the rows' addresses are. */
export interface SummaryResult {
  readonly groups: readonly SummaryGroups[]
  /** Of each group, or of each pair that has rows, in the order of the keys. */
  readonly rows: readonly UndrilledRow[]
  /** Of two fields: each group of the first, then each of the second. */
  readonly subtotals: readonly UndrilledRow[]
  readonly total: UndrilledRow
  /** Of each field: how many groups are told apart, and how many are together. */
  readonly shown: readonly number[]
  readonly others: readonly number[]
}

/** A row before its address is known. */
export interface UndrilledRow extends Omit<SummaryRow, "drill" | "figures"> {
  readonly figures: readonly Omit<SummaryFigure, "drill">[]
}
