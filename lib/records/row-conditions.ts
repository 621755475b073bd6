import type { RowScope } from "@/lib/catalogue"
import type { Parameters } from "../db"
import type { RecordTable } from "./tables"

/**
 * What a statement reads: records of a table, sums from which no record can be excluded, or the
 * names of departments joined to records.
 */
export type RowRelation = RecordTable | "sums" | "department-names"

/**
 * Whether sums over all rows are also valid for the rows of a scope. If not, records are summed.
 */
export function maySeeSums(scope: RowScope): boolean {
  switch (scope) {
    case "all":
      return true
    default:
      scope satisfies never
      return false
  }
}

/**
 * The conditions that limit a statement to the rows of a scope. Every statement that returns
 * records, or values computed from them, adds these to its `where`. A scope without a rule here
 * throws.
 */
export function rowConditions(
  scope: RowScope,
  _source: RowRelation,
  _parameters: Parameters,
): readonly string[] {
  switch (scope) {
    case "all":
      return []
    default:
      scope satisfies never
      throw new TypeError("No rule says which rows are of this scope.")
  }
}
