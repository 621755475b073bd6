import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { type CallLog, createCallLog, migrateTables, openPool } from "@/lib/db"
import type { QuotaRule } from "../governor"

interface LogOptions {
  readonly clientId: string
  readonly rule: QuotaRule
  readonly clock?: () => number
}

/** A real store of call logs, for tests. */
export interface LogStore {
  /** One instance's log. Instances with the same client id share its calls. */
  open(options: LogOptions): CallLog
  /** Its location, for another process. */
  readonly connection: { readonly url: string; readonly schema: string }
  stop(): Promise<void>
}

/** Opens a new schema in PostgreSQL. */
export async function openLogs(): Promise<LogStore> {
  const schema = `calls_${randomUUID().slice(0, 8)}`
  const pool = openPool(inject("databaseUrl"), { max: 4 })
  await migrateTables(pool, "dashboard", schema)
  return {
    connection: { url: inject("databaseUrl"), schema },
    open: (options) => createCallLog({ pool, schema, ...options }),
    async stop() {
      await pool.end()
    },
  }
}
