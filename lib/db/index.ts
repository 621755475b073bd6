export type { Pool, PoolClient, QueryResultRow } from "pg"
export {
  findMissing,
  hasFewRows,
  type IndexStep,
  printIndex,
  startIndexBuilder,
  type WantedIndex,
} from "./build-index"
export * from "./call-log"
export { copyFrom } from "./copy-from"
export { countLeases, type HeldWork } from "./count-leases"
export {
  type DatabaseFault,
  databaseFaultOf,
  databaseFaultTexts,
  isDatabaseError,
  requireDiskRoom,
  requireRights,
  requireWritable,
} from "./database-fault"
export * from "./keyed-documents"
export { type LeasedWork, type LeaseRule, type LeaseRunner, startLeaseRunner } from "./leased-work"
export { migrateTables } from "./migrate-tables"
export {
  type MigrationReading,
  type MigrationState,
  readMigrations,
  type TableSet,
} from "./migration-state"
export { createNotifications, type NotificationsOptions } from "./notifications"
export { isOverdue, openPool, type PoolOptions } from "./pool"
export * from "./rate-window"
export { createRecentTally, type RecentTally, type Tally } from "./recent-tally"
export {
  type DatabaseSession,
  liftStatementTimeout,
  lockTransaction,
  poolSession,
} from "./session"
export * from "./sql"
export { createStatementTimes, type StatementTimes } from "./statement-times"
export { type PoolCounters, timeStatements } from "./time-statements"
