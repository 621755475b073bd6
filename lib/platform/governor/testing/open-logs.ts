import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { createCallLog, migrateTables, openPool } from "@/lib/db"
import type { CallLog } from "../call-log"
import type { QuotaRule } from "../governor"

interface LogOptions {
  readonly clientId: string
  readonly rule: QuotaRule
  readonly clock?: () => number
}

/** A real store of call logs, and what only tests do to it. */
export interface LogStore {
  /** One instance's log; instances of one client id share its calls. */
  open(options: LogOptions): CallLog
  /** Where it is, for another process. */
  readonly connection: { readonly url: string; readonly schema: string }
  /** The store forgets a client's log, as after a loss of everything. */
  lose(clientId: string): Promise<void>
  /** The store forgets a client's calls but not its log, as after going back to an older copy. */
  rewind(clientId: string): Promise<void>
  stop(): Promise<void>
}

/** A schema of the test's own in PostgreSQL. */
export async function openLogs(): Promise<LogStore> {
  const schema = `calls_${randomUUID().slice(0, 8)}`
  const pool = openPool(inject("databaseUrl"), { max: 4 })
  const rule = { limit: 1, windowMs: 1, inFlightMs: 1 }
  await migrateTables(pool, "dashboard", schema)
  await createCallLog({ pool, schema, rule, clientId: "" }).prepare()
  return {
    connection: { url: inject("databaseUrl"), schema },
    open: (options) => createCallLog({ pool, schema, ...options }),
    async lose(clientId) {
      for (const table of ["call_log", "call_log_call", "call_log_demand"])
        await pool.query(`delete from "${schema}".${table} where client_id = $1`, [clientId])
    },
    async rewind(clientId) {
      await pool.query(`delete from "${schema}".call_log_call where client_id = $1`, [clientId])
      await pool.query(`update "${schema}".call_log set last_number = 0 where client_id = $1`, [
        clientId,
      ])
    },
    async stop() {
      await pool.end()
    },
  }
}
