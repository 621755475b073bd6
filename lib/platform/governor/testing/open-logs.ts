import { randomUUID } from "node:crypto"
import { afterAll, describe, inject, test } from "vitest"
import { createCallLog, openPool } from "@/lib/db"
import { createRedisCallLog } from "@/lib/db/redis/call-log"
import { awaitRedis, openRedis } from "@/lib/db/redis/open-redis"
import { openRedisAtHand } from "@/scripts/testing/redis-at-hand"
import type { LogConnection, OpenLog } from "./log-connection"

/** A real store of call logs, and what only tests do to it. */
export interface LogStore {
  readonly name: string
  /** One instance's log; instances of one client id share its calls. */
  readonly open: OpenLog
  readonly connection: LogConnection
  /** The store forgets a client's log, as after a loss of everything. */
  lose(clientId: string): Promise<void>
  /** The store forgets a client's calls but not its log, as after going back to an older copy. */
  rewind(clientId: string): Promise<void>
  stop(): Promise<void>
}

/** A schema of the test's own in PostgreSQL. */
export async function openPostgresLogs(): Promise<LogStore> {
  const schema = `calls_${randomUUID().slice(0, 8)}`
  const pool = openPool(inject("databaseUrl"), { max: 4 })
  const rule = { limit: 1, windowMs: 1, inFlightMs: 1 }
  await createCallLog({ pool, schema, rule, clientId: "" }).prepare()
  return {
    name: "PostgreSQL",
    connection: { kind: "postgres", url: inject("databaseUrl"), schema },
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
      await pool.query(`drop schema "${schema}" cascade`)
      await pool.end()
    },
  }
}

async function openRedisLogs(): Promise<LogStore | string> {
  const atHand = await openRedisAtHand()
  if (typeof atHand === "string") return atHand
  const { url, prefix } = atHand
  const redis = openRedis(url)
  await awaitRedis(redis)
  return {
    name: "Redis",
    connection: { kind: "redis", url, prefix },
    open: (options) => createRedisCallLog({ redis, prefix, ...options }),
    async lose(clientId) {
      await redis.del(`${prefix}:{calls:${clientId}}`, `${prefix}:{calls:${clientId}}:log`)
    },
    async rewind(clientId) {
      await redis.del(`${prefix}:{calls:${clientId}}:log`)
      await redis.hset(`${prefix}:{calls:${clientId}}`, { seq: 0, held: 0 })
    },
    async stop() {
      redis.disconnect()
      await atHand.stop()
    },
  }
}

/** Describes the same tests for PostgreSQL and for Redis; where there is none at hand, a skipped test says so. */
export async function describeLogs(define: (store: LogStore) => void): Promise<void> {
  for (const store of await Promise.all([openPostgresLogs(), openRedisLogs()]))
    if (typeof store === "string") test.skip(store, () => {})
    else
      describe(`a call log in ${store.name}`, () => {
        define(store)
        afterAll(() => store.stop())
      })
}
