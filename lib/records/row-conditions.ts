import type { RowScope } from "@/lib/catalogue"
import type { Parameters } from "../db"
import type { RecordTable } from "./tables"

/**
 * What a statement reads: records of a table, sums of several records each, of which none can be left out,
 * or the names of departments beside their records.
 */
export type RowRelation = RecordTable | "sums" | "department-names"

/** Whether sums over everybody's rows are also those over the rows of a scope; where not, records are summed. */
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
 * The conditions that keep a statement to the rows of a scope. Every statement that answers somebody with
 * records, or with what is computed from them, takes these into its `where`; a scope without a rule here throws.
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
