/** Actions on a column. `name` is a field, `property` a property of the query. */
export interface ColumnActions {
  readonly sort: (property: string, descending: boolean, add: boolean) => void
  /** Absent if the report cannot be filtered. */
  readonly filter?: (property: string) => void
  /** Filters by this value. */
  readonly filterBy?: (property: string, value: unknown) => void
  readonly hide: (name: string) => void
  readonly pin: (name: string, isPinned: boolean) => void
  /** Moves a column to a position among the visible ones. */
  readonly moveTo: (name: string, to: number) => void
  readonly resize: (name: string, width: number) => void
  readonly reset: () => void
}
