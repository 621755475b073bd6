import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { catalogue } from "@/lib/catalogue"
import type { ExportOrder } from "@/lib/contract"
import { migrateTables, openPool } from "@/lib/db"
import { createUpstream, type Upstream, type UpstreamConfig } from "@/lib/platform"
import { demoClient } from "@/service/identity/demo-client"
import { createLog } from "../../http/log"
import { createExpensiveWork } from "../../http/slots"
import type { WholePages } from "../../reads/whole-source"
import { personOf } from "../../testing/test-bff"
import { defaultRunner, type RunnerRule } from "../export-runner"
import { openExports } from "../open-exports"
import type { NameSources } from "../page-names"

/** Looks and comes back at once. */
export const quickRunner: RunnerRule = {
  ...defaultRunner,
  pollMs: 50,
  pauseMs: 50,
  maxPauseMs: 400,
  tries: 10_000,
}

/** How the service of a test is reached. */
export const configOf = (origin: string): UpstreamConfig => ({
  apiUrl: `${origin}/api`,
  tokenUrl: `${origin}/oidc/token`,
  scopePrefix: "svc.api",
  clientId: demoClient.id,
  clientSecret: demoClient.secret,
})

export const orderFor = (operation: string, more: Partial<ExportOrder> = {}): ExportOrder => ({
  operation,
  parameters: {},
  query: "",
  format: "csv",
  bom: false,
  separator: ",",
  ...more,
})

interface WorldOptions {
  readonly databaseUrl: string
  readonly config: UpstreamConfig
  readonly upstream?: Pick<Upstream, "read">
  readonly rule?: RunnerRule
  readonly largestWorkbook?: number
  readonly names?: NameSources
  readonly wholePages?: WholePages
  /** Another instance's. */
  readonly schema?: string
}

/** One instance's exports with tables of their own, and an administrator to order them. */
export async function openExportWorld({
  databaseUrl,
  config,
  upstream = createUpstream({ catalogue, config, clock: Date.now }),
  rule = quickRunner,
  largestWorkbook,
  names,
  wholePages,
  schema = `exports_${randomUUID().slice(0, 8)}`,
}: WorldOptions) {
  const pool = openPool(databaseUrl, { max: 4 })
  await migrateTables(pool, "dashboard", schema)
  const logged: string[] = []
  const log = createLog({ write: (line) => void logged.push(line) })
  const parts = {
    pool,
    schema,
    catalogue,
    config,
    upstream,
    log,
    rule,
    largestWorkbook,
    slots: createExpensiveWork(0),
    ...(names && { names }),
    ...(wholePages && { wholePages }),
  }
  const exports = openExports(parts)
  const { service } = exports
  const person = personOf("admin")

  const readFile = async (id: string, requested?: Parameters<typeof service.readFile>[2]) =>
    await service.readFile(person, id, requested)

  async function waitFor(id: string, isReached: (job: Shown) => boolean): Promise<Shown> {
    for (let tries = 0; tries < 6000; tries += 1) {
      const job = await service.find(person, id)
      if (isReached(job)) return job
      await delay(10)
    }
    throw new Error(`The export stays ${JSON.stringify(await service.find(person, id))}.`)
  }

  return {
    service,
    person,
    pool,
    schema,
    logged,
    waitFor,
    start: (order: ExportOrder) => service.start(person, order),
    readFile,
    readText: async (id: string) => (await readFile(id)).text(),
    readManifest: async (id: string) => (await service.readManifest(person, id)).json(),
    stopRunning: exports.stop,
    async close() {
      await exports.stop()
      await pool.end()
    },
  }
}

type Service = Awaited<ReturnType<typeof openExports>>["service"]
type Shown = Awaited<ReturnType<Service["find"]>>
export type ExportWorld = Awaited<ReturnType<typeof openExportWorld>>
