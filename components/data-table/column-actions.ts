/** What can be done with a column; names are fields', properties those of the query. */
export interface ColumnActions {
  readonly sort: (property: string, descending: boolean, add: boolean) => void
  /** Absent where the report cannot be filtered. */
  readonly filter?: (property: string) => void
  /** Leaves only the rows whose value is this one. */
  readonly filterBy?: (property: string, value: unknown) => void
  readonly hide: (name: string) => void
  readonly pin: (name: string, isPinned: boolean) => void
  /** Moves a column to a position among those drawn. */
  readonly moveTo: (name: string, to: number) => void
  readonly resize: (name: string, width: number) => void
  readonly reset: () => void
}
