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
/** 10 s of the tests' time: twice the usual. */
const beatMs = 10_000 * scale
/** A fifth of the usual: less would be too short for a busy machine. */
const patience = { answerTimeoutMs: 2000, waitTimeoutMs: 2000 }

/** What instances share, each part on the real database behind a way that can be cut. */
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
