import type { QueryValue } from "../value"
import type { SummaryGroup } from "./query"

/**
 * What a group represents: rows of one value (null: without one), of one time bucket, or all others
 * together.
 */
export type SummaryKey =
  | { readonly kind: "value"; readonly value: QueryValue }
  /** Start and exclusive end, ISO 8601 UTC. Null at the end of time. */
  | { readonly kind: "bucket"; readonly from: string; readonly to: string | null }
  | { readonly kind: "other"; readonly members: number }

/** One field's groups, in order. Buckets are those of `zone`. */
export interface SummaryGroups extends SummaryGroup {
  readonly zone?: string
  readonly keys: readonly SummaryKey[]
}

/**
 * A measure of some rows: its value, null if none of them has one, and the number of rows counted.
 */
export interface SummaryFigure {
  /** Times in ISO 8601 UTC. */
  readonly value: number | string | null
  /** Rows that have a value. For a share, those that meet its condition. */
  readonly n: number
  /**
   * The filters for these rows, if they differ from those of the whole row. Null if the list's
   * grammar cannot express them.
   */
  readonly drill?: string | null
}

/** The figures of one group per field. Null means all groups together. */
export interface SummaryRow {
  readonly keys: readonly (number | null)[]
  readonly n: number
  /**
   * The filters for these rows, as a search string in the list's grammar. Null if it cannot express
   * them.
   */
  readonly drill: string | null
  readonly figures: readonly SummaryFigure[]
}

/** The computed result, without the rows' filters. */
export interface SummaryResult {
  readonly groups: readonly SummaryGroups[]
  /** For each group, or each pair that has rows, in the order of the keys. */
  readonly rows: readonly UndrilledRow[]
  /** For two fields: each group of the first, then each of the second. */
  readonly subtotals: readonly UndrilledRow[]
  readonly total: UndrilledRow
  /** For each field: the number of separate groups, and the number of others. */
  readonly shown: readonly number[]
  readonly others: readonly number[]
}

/** A row before its filters are known. */
export interface UndrilledRow extends Omit<SummaryRow, "drill" | "figures"> {
  readonly figures: readonly Omit<SummaryFigure, "drill">[]
}
