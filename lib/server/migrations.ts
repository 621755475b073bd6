import "server-only"
import { setTimeout as delay } from "node:timers/promises"
import type { Catalogue } from "../catalogue"
import { type DatabaseFault, databaseFaultOf, migrateTables, type Pool } from "../db"
import { migrateCopies, replicaSchema } from "../records"
import { describeError, type Log } from "./http/log"

/** Why the tables cannot be used yet; `ok` once they can. */
export type MigrationState = "ok" | "migrating" | DatabaseFault

const retryMs = 1000

/**
 * Migrates all tables once, and retries every second until the database permits it. Of several
 * instances that start together, one migrates and the others wait.
 */
export function startMigrations({
  pool,
  catalogue,
  log,
}: {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly log: Log
}) {
  const stopping = new AbortController()
  const { signal } = stopping
  let state: MigrationState = "migrating"

  async function migrate() {
    await migrateTables(pool, "dashboard", "dashboard")
    await migrateCopies(pool, catalogue, { schema: replicaSchema })
  }

  async function tryUntilDone(): Promise<void> {
    while (!signal.aborted) {
      try {
        await migrate()
        state = "ok"
        return
      } catch (error) {
        const fault = databaseFaultOf(error)
        if (fault !== state) log.error({ code: fault, error: describeError(error) }, "migrations")
        state = fault
      }
      await delay(retryMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    /** Never settles if stopped before that. */
    done: tryUntilDone().then(() => (signal.aborted ? new Promise<never>(() => {}) : undefined)),
    state: () => state,
    stop: () => stopping.abort(),
  }
}
