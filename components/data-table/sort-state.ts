import type { SortTerm } from "@/lib/catalogue"

/** The effective order, as the header shows it. */
export interface SortState {
  readonly terms: readonly SortTerm[]
  /** True if nobody chose it; it is shown, but muted. */
  readonly isDefault: boolean
  /**
   * Descending starts with empty values, as the platform sorts; lists that are sorted here put them
   * last in both directions.
   */
  readonly beginsEmpty?: boolean
}
