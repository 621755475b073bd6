import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { createNotifications, openPool } from "@/lib/db"

/** Where instances meet: a channel of their own on the real database. */
export function openSharedChannel() {
  const channel = `meeting_${randomUUID().slice(0, 8)}`
  const pool = openPool(inject("databaseUrl"), { max: 12 })
  return {
    openBus: () => createNotifications({ pool, channel, beatMs: 60_000 }),
    /** Cuts the connections on which buses listen, as a fault would. */
    async cutBuses() {
      await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = $1", [
        `listen "${channel}"`,
      ])
    },
    stop: () => pool.end(),
  }
}
