export {
  copyPlacements,
  distributionStatements,
  listPlacements,
  type Placement,
  spreadTableNames,
} from "./citus"
export type { FoundContainers, StoredContainer } from "./containers"
export * from "./copies"
export type { StoredRow } from "./copy-text"
export type { LoadOptions, StoredRows } from "./load-records"
export { migrate, recordIndexes } from "./migrate"
export type { ListedPage } from "./read-page"
export { rowConditions } from "./row-conditions"
export * from "./series"
export type { Settings } from "./settings"
export type { NamesById, ShownOrder } from "./shown-order"
export * from "./small-groups"
export { createStore, type ReadOptions, type Store, type StoreOptions } from "./store"
export { StoreError, type StoreErrorCode } from "./store-error"
export { SummaryError, type SummaryRefusal } from "./summary"
export { type RecordTables, requireTable, tablesOf } from "./tables"
export type { EditRecord, RecordEdit } from "./update-record"
