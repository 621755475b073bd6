import { randomUUID } from "node:crypto"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { catalogue } from "@/lib/catalogue"
import {
  createKeyedDocuments,
  createRateWindow,
  migrateTables,
  openPool,
  startIndexBuilder,
  timeStatements,
} from "@/lib/db"
import { createStore, migrate, type RecordTables, recordIndexes, type Store } from "@/lib/records"
import type { ServiceConfig } from "./config"
import { buildUserNames, buildWorkspace, type DemoProgress, loadDemoData } from "./demo"
import { type HttpServer, openHttpServer } from "./http-server"
import { assertLoopbackOnly } from "./identity/loopback"
import { createServiceLog, roundMs, type ServiceLog } from "./log"
import { createServiceMetrics, type ServiceMetrics } from "./metrics"
import { createProgressMeter } from "./progress"
import { createProgressLines, type ProgressDisplay } from "./progress-display"
import { openRateLimit } from "./rate-limit"
import { openServing } from "./serving"

/** A required part is unavailable. The message says which and what to do. */
export class StartError extends Error {
  override name = "StartError"
}

/** A running service. `url` is the API's public base URL, `port` where it listens. */
export interface RunningService {
  readonly url: string
  readonly port: number
  /** Stops accepting, finishes responses in progress, and closes the database connections. */
  stop(): Promise<void>
}

const statementTimeoutMs = 30_000

type Pool = ReturnType<typeof openPool>

/** PostgreSQL and system codes are safe to show, addresses and passwords are not. */
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "no answer"

async function prepareDatabase(pool: Pool) {
  return migrate(pool, catalogue).catch((cause: unknown) => {
    const message = `The database that SERVICE_DATABASE_URL names cannot be used (${codeOf(cause)}). Check that it runs and that its user may create tables.`
    throw new StartError(message, { cause })
  })
}

async function loadDemo(
  store: Store,
  { demoScale: scale, demoDay }: ServiceConfig,
  { log, display }: Pick<ServiceParts, "log" | "display">,
): Promise<void> {
  const start = Date.now()
  const measure = createProgressMeter(Date.now)
  const onProgress = (progress: DemoProgress) => display.show(measure(progress))
  try {
    const seenAt = demoDay === undefined ? Date.now() : Date.parse(demoDay)
    await loadDemoData({
      store,
      catalogue,
      scale,
      seenAt,
      isFixed: demoDay !== undefined,
      onProgress,
    })
  } finally {
    display.end()
  }
  log.info({ scale, ms: Date.now() - start }, "demo data ready")
}

/** Writes a temporary file and renames it, so that a reader never sees a partial file. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {})
    throw cause
  }
}

/** Writes the workspace file, and next to it one with the names of the demo company's people. */
async function writeNameFiles({ workspaceFile: path, demoScale: scale }: ServiceConfig) {
  const workspace = buildWorkspace({ catalogue, scale })
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeWhole(path, `${JSON.stringify(workspace, undefined, 2)}\n`)
    await writeWhole(join(dirname(path), "user-names.csv"), buildUserNames(scale))
  } catch (cause) {
    const message = `The workspace file cannot be written (${codeOf(cause)}); set SERVICE_WORKSPACE_FILE to a writable path.`
    throw new StartError(message, { cause })
  }
}

interface ServiceParts {
  readonly log: ServiceLog
  readonly display: ProgressDisplay
  readonly server: HttpServer
  readonly pool: Pool
  readonly metrics: ServiceMetrics
}

async function bringUp(config: ServiceConfig, service: ServiceParts) {
  const { log, server, pool, metrics } = service
  const tables = await prepareDatabase(pool)
  const store = createStore({ pool, catalogue, cursorTtlSeconds: config.cursorTtlSeconds })
  await loadDemo(store, config, service)
  await writeNameFiles(config)
  const baseUrl = config.publicUrl ?? `http://${config.host}:${server.port}/api`
  await migrateTables(pool, "service", "reporting")
  const documents = createKeyedDocuments({ pool, schema: "reporting" })
  const window = createRateWindow({ pool })
  const admit = await openRateLimit({ window, limit: config.rateLimit })
  const parts = { catalogue, store, documents, log, clock: Date.now, admit, metrics }
  server.serve(await openServing({ ...parts, config: { ...config, baseUrl } }))
  return { url: baseUrl, store, tables }
}

/** Logs a line every ten seconds while demo data is loaded. */
export const logProgress = (log: ServiceLog): ProgressDisplay =>
  createProgressLines((progress) => log.info(progress, "loading demo data"), Date.now)

/** Builds the indexes that migration left for the background. Returns a function that stops it. */
const startIndexing = (pool: Pool, tables: RecordTables, log: ServiceLog): (() => Promise<void>) =>
  startIndexBuilder({
    pool,
    wanted: async () => recordIndexes(tables),
    report({ index, outcome, ...step }) {
      if ("error" in step) log.error({ index, outcome, err: step.error }, "index")
      else
        log.info({ index, outcome, ...("tookMs" in step && { ms: roundMs(step.tookMs) }) }, "index")
    },
  })

/**
 * Starts everything in order: port, database, demo data, files of names, identity, request
 * handling.
 */
export async function startService(
  config: ServiceConfig,
  log: ServiceLog = createServiceLog(config.logLevel),
  display: ProgressDisplay = logProgress(log),
): Promise<RunningService> {
  assertLoopbackOnly(config.host, config.publicUrl ?? `http://${config.host}/`)
  const server = await openHttpServer(config.host, config.port)
  const pool = openPool(config.databaseUrl, {
    statementTimeoutMs,
  })
  const metrics = createServiceMetrics({ pool, build: config.build })
  timeStatements(pool, ({ tookMs }) => metrics.countStatement(tookMs))
  try {
    const { url, store, tables } = await bringUp(config, {
      log,
      display,
      server,
      pool,
      metrics,
    })
    log.info({ url }, "ready")
    const stopIndexing = startIndexing(pool, tables, log)
    return {
      url,
      port: server.port,
      async stop() {
        const indexed = stopIndexing()
        await server.stop()
        await indexed
        await store.close()
      },
    }
  } catch (error) {
    await server.stop()
    await pool.end()
    throw error
  }
}
