import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import {
  createCallLog,
  createKeyedDocuments,
  createNotifications,
  migrateTables,
  openPool,
} from "@/lib/db"
import type { QuotaRule } from "@/lib/platform"
import { textsIn } from "../../platform/shared-texts"
import { startCutProxy } from "./cut-proxy"
import { secondMs } from "./platform-faults"

const scale = secondMs / 1000
/** 10 s in the time of these tests, twice the usual. */
const beatMs = 10_000 * scale
/** A fifth of the usual. Less would be too short for a busy machine. */
const patience = { answerTimeoutMs: 2000, waitTimeoutMs: 2000 }

/** The state that instances share, in the real database behind a proxy that can be cut off. */
export async function openDatabaseServer(rule: QuotaRule, timed: boolean) {
  const schema = `faults_${randomUUID().slice(0, 8)}`
  const way = await startCutProxy(inject("databaseUrl"))
  const pool = openPool(way.url, { max: 6, ...(timed && patience) })
  const documents = createKeyedDocuments({ pool, schema })
  const log = createCallLog({ pool, schema, rule, clientId: "faults" })
  await migrateTables(pool, "dashboard", schema)
  return {
    way,
    log,
    texts: textsIn(documents),
    bus: createNotifications({ pool, channel: schema, beatMs }),
    async stop() {
      await pool.end()
      await way.cut()
    },
  }
}

export type StateServer = Awaited<ReturnType<typeof openDatabaseServer>>
