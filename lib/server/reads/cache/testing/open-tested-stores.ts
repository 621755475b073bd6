import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import {
  type AnswerStore,
  awaitRedis,
  createAnswerStore,
  createNotifications,
  createRedisAnswerStore,
  createRedisNotifications,
  openPool,
  openRedis,
} from "@/lib/db"
import { openRedisAtHand } from "@/scripts/testing/redis-at-hand"
import type { Bus } from "../../../../db/bus"
import type { Preparable } from "../../prepared"

/** A real store of answers and bus of messages, and what only tests do to it. */
export interface TestedStore {
  readonly name: string
  /** One instance's view of the shared answers. */
  openStore(options?: { readonly maxBytes?: number }): AnswerStore & Preparable
  openBus(): Bus
  /** Cuts the connections on which buses listen, as a fault would. */
  cutBuses(): Promise<void>
  /** Loses every answer, version and lease, as a crash would. */
  lose(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL, whose tables can be broken and mended. */
export async function openPostgres() {
  const schema = `answers_${randomUUID().slice(0, 8)}`
  const pool = openPool(inject("databaseUrl"), { max: 12 })
  await createAnswerStore({ pool, schema }).prepare()
  const rename = (from: string, to: string) =>
    pool.query(`alter table "${schema}".${from} rename to ${to}`)
  const server: TestedStore = {
    name: "PostgreSQL",
    openStore: (options) => createAnswerStore({ pool, schema, ...options }),
    openBus: () => createNotifications({ pool, channel: schema, beatMs: 60_000 }),
    async cutBuses() {
      await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query = $1", [
        `listen "${schema}"`,
      ])
    },
    async lose() {
      const tables = ["answer", "answer_claim", "answer_tag"].map((name) => `"${schema}".${name}`)
      await pool.query(`truncate ${tables.join(", ")}`)
    },
    async stop() {
      await pool.query(`drop schema "${schema}" cascade`)
      await pool.end()
    },
  }
  return {
    ...server,
    /** From now on every statement fails. */
    break: () => rename("answer_tag", "answer_tag_away"),
    mend: () => rename("answer_tag_away", "answer_tag"),
    /** Makes every statement wait; answers how to let them go on. */
    async stall() {
      const client = await pool.connect()
      await client.query(`begin; lock table "${schema}".answer_tag in access exclusive mode`)
      return async () => {
        await client.query("rollback")
        client.release()
      }
    },
  }
}

async function openTestedRedis(): Promise<TestedStore | string> {
  const atHand = await openRedisAtHand()
  if (typeof atHand === "string") return atHand
  const { url, prefix } = atHand
  const redis = openRedis(url)
  await awaitRedis(redis)
  return {
    name: "Redis",
    openStore: (options) => createRedisAnswerStore({ redis, prefix, ...options }),
    openBus: () => createRedisNotifications({ redis, prefix }),
    async cutBuses() {
      const listed = String(await redis.client("LIST", "TYPE", "PUBSUB"))
      const own = listed.split("\n").filter((line) => line.includes(`name=${prefix}:`))
      for (const line of own) await redis.client("KILL", "ID", Number(/^id=(\d+)/.exec(line)?.[1]))
    },
    async lose() {
      const keys = await redis.keys(`${prefix}*`)
      if (keys.length > 0) await redis.unlink(keys)
    },
    async stop() {
      redis.disconnect()
      await atHand.stop()
    },
  }
}

/** PostgreSQL, and Redis or the sentence that says that there is none. */
export const openTestedStores = () => Promise.all([openPostgres(), openTestedRedis()])
