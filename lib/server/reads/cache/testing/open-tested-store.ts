import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { type AnswerStore, createAnswerStore, createNotifications, openPool } from "@/lib/db"
import type { Bus } from "../../../../db/bus"
import type { Preparable } from "../../prepared"

/** A real store of answers and bus of messages, and what only tests do to it. */
export interface TestedStore {
  /** One instance's view of the shared answers. */
  openStore(options?: { readonly maxBytes?: number }): AnswerStore & Preparable
  openBus(): Bus
  /** Cuts the connections on which buses listen, as a fault would. */
  cutBuses(): Promise<void>
  /** Loses every answer, version and lease, as a crash would. */
  lose(): Promise<void>
  stop(): Promise<void>
}

/** A schema of its own, whose tables can be broken and mended. */
export async function openTestedStore() {
  const schema = `answers_${randomUUID().slice(0, 8)}`
  const pool = openPool(inject("databaseUrl"), { max: 12 })
  await createAnswerStore({ pool, schema }).prepare()
  const rename = (from: string, to: string) =>
    pool.query(`alter table "${schema}".${from} rename to ${to}`)
  const server: TestedStore = {
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
