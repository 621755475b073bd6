export {
  type CopiedParent,
  readCopiedParents,
} from "./automatic-lists"
export {
  defaultPolicy,
  type HourlyCalls,
  readTableSizes,
  type StoredPolicy,
} from "./copy-policies"
export { type CopyStanding, readCopyStanding } from "./copy-standing"
export type { CopyCoverage, CoverageQuestion } from "./coverage"
export type { ListOrder } from "./desired-syncs"
export { findMisfits } from "./find-misfits"
export {
  createListStore,
  type KeySlice,
  type ListStore,
  type SyncedPages,
  type WaitingRows,
} from "./list-store"
export { copyIndexes, migrateCopies, replicaSchema } from "./migrate-copies"
export type { CopiedListTable, KeyRange } from "./reconcile-range"
export type { OnRange, Restart, SyncedPage } from "./save-page"
export { saveRecord } from "./save-record"
export { dailyRank } from "./sync-list-sql"
export {
  type CopiesState,
  createSyncLists,
  type SyncLists,
} from "./sync-lists"
export type { HeldList } from "./sync-runs"
export { type SyncKind, type SyncState, syncKinds, syncStates } from "./sync-tables"
export type {
  PastRun,
  PlannedSegment,
  SyncedList,
  SyncSegment,
} from "./synced-list"
