import type { Fields, ListOperation } from "@/lib/catalogue"
import type { Choices } from "./property-field"

/** What filters are made from. */
export interface FilterContext {
  readonly operation: ListOperation
  readonly fields: Fields
  /** Names for the ids that a property may hold. */
  readonly choices?: Choices | undefined
}
