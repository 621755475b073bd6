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
  type ListStore,
  type OnRange,
  type SyncedPage,
} from "./list-store"
export { copyIndexes, migrateCopies, replicaSchema } from "./migrate-copies"
export type { CopiedListTable, KeyRange } from "./reconcile-range"
export { saveRecord } from "./save-record"
export { type CopiesState, createSyncLists, type SyncLists } from "./sync-lists"
export type { HeldList } from "./sync-runs"
export {
  dailyRank,
  type PastRun,
  type SyncedList,
  type SyncKind,
  type SyncRun,
  type SyncState,
  type SyncWindow,
} from "./synced-list"
