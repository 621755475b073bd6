export type { Pool, PoolClient, QueryResultRow } from "pg"
export * from "./answer-store"
export { type CallLogOptions, createCallLog } from "./call-log"
export { copyFrom } from "./copy-from"
export {
  type DatabaseFault,
  databaseFaultOf,
  databaseFaultTexts,
  redisFaultText,
  requireWritable,
} from "./database-fault"
export * from "./keyed-documents"
export { type LeasedWork, type LeaseRule, type LeaseRunner, startLeaseRunner } from "./leased-work"
export { migrateTables, type TableSet } from "./migrate-tables"
export { createNotifications, type NotificationsOptions } from "./notifications"
export { isOverdue, openPool, type PoolOptions } from "./pool"
export * from "./rate-window"
export { type RawRow, readTextField } from "./raw-rows"
export * from "./redis"
export {
  type ByteStatement,
  type DatabaseSession,
  liftStatementTimeout,
  lockTransaction,
  poolSession,
} from "./session"
export * from "./sql"
export { type PoolCounters, timeStatements } from "./time-statements"
export type { TraceStatement } from "./trace-statements"
