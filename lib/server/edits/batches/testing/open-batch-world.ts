import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { catalogue } from "@/lib/catalogue"
import { migrateTables, openPool } from "@/lib/db"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import { createUpstream, type Upstream, type UpstreamConfig } from "@/lib/platform"
import { createEditLog } from "@/lib/server/edits/table"
import type { Sessions } from "@/lib/server/sessions/sessions"
import type { TestService } from "@/service/testing/test-service"
import { createLog } from "../../../http/log"
import { openEditing } from "../../../open/open-editing"
import { personOf } from "../../../testing/test-bff"
import { type BatchRule, defaultBatchRule } from "../batch-runner"
import type { BatchesService } from "../service"

/** Looks and comes back at once. */
export const quickBatches: BatchRule = {
  ...defaultBatchRule,
  pollMs: 50,
  pauseMs: 50,
  maxPauseMs: 200,
  secondMs: 10,
}

export interface BatchWorldOptions {
  readonly databaseUrl: string
  readonly config: UpstreamConfig
  /** Another instance's. */
  readonly schema?: string
  readonly rule?: BatchRule
  /** What people may be; all administrators unless told otherwise. */
  readonly sessions?: Pick<Sessions, "rolesOf">
  /** Stands between the batches and the platform. */
  readonly over?: (upstream: Upstream) => Upstream
}

/** One instance's editing with tables of its own, and an administrator to order batches. */
export async function openBatchWorld({
  databaseUrl,
  config,
  schema = `batches_${randomUUID().slice(0, 8)}`,
  rule = quickBatches,
  sessions = { rolesOf: async () => ["admin"] },
  over = (upstream) => upstream,
}: BatchWorldOptions) {
  const pool = openPool(databaseUrl, { max: 6 })
  await migrateTables(pool, "dashboard", schema)
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  const edits = createEditLog({ pool, schema })
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const editing = openEditing({
    pool,
    schema,
    catalogue,
    config,
    edits,
    sessions,
    log,
    rule,
    upstream: over(upstream),
    departments: { follow: (editor) => editor },
    invalidate: async () => {},
  })
  const { batches: service } = editing
  type Shown = Awaited<ReturnType<BatchesService["read"]>>

  /** Fails with the log's last lines, which say more than a caller is told. */
  const read = (id: string) =>
    service.read(id).catch((cause: unknown) => {
      throw new Error(lines.slice(-3).join(""), { cause })
    })

  async function waitFor(id: string, isReached: (batch: Shown) => boolean): Promise<Shown> {
    for (let tries = 0; tries < 6000; tries += 1) {
      const batch = await read(id)
      if (isReached(batch)) return batch
      await delay(10)
    }
    throw new Error(`The batch stays ${JSON.stringify((await read(id)).counts)}.`)
  }

  return {
    ...editing,
    service,
    pool,
    schema,
    waitFor,
    admin: personOf("admin"),
    waitUntilDone: (id: string) => waitFor(id, ({ state }) => state === "done"),
    async close() {
      await editing.stop()
      await upstream.close()
      await pool.end()
    },
  }
}

export type BatchWorld = Awaited<ReturnType<typeof openBatchWorld>>

const guid = (at: number) => `20000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const nameOf = (at: number) => `Store ${at}`

/** Departments of a service that a test owns: Store 0, Store 1, … */
export async function loadStores(service: TestService, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, at) => guid(at))
  await service.store.loadRecords(
    "department",
    ids.map((id, at) => ({ scope: {}, values: { id, name: nameOf(at), type: "Store" } })),
  )
  return ids
}

/** Sets a city, guarded by the one that is there. */
export const moveTo = (city: string | null, from: string | null = null) =>
  printPatch(diffDocuments({ city: from }, { city }))

/** The stores' cities as the service has them now. */
export async function readCities(service: TestService, ids: readonly string[]) {
  const read = async (id: string) => {
    const answer = await service.get(`/v1.4/departments?id=${id}`)
    return (await answer.json()).data[0].city as string | null
  }
  return Promise.all(ids.map(read))
}

/** The request ids of all PATCHes that have reached the service. */
export const arrivedPatches = ({ lines }: TestService): readonly string[] =>
  lines.flatMap(({ method, requestId }) => (method === "PATCH" ? [`${requestId}`] : []))
