import type { SortTerm } from "@/lib/catalogue"

/** The order in force, as the header shows it. */
export interface SortState {
  readonly terms: readonly SortTerm[]
  /** True where nobody chose it; it is shown, but quietly. */
  readonly isDefault: boolean
  /** Descending begins with empty values, as the platform sorts; lists that are sorted here end with them both ways. */
  readonly beginsEmpty?: boolean
}
