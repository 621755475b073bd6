import { randomUUID } from "node:crypto"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { createStore, type Store } from "@/lib/records"
import { findFreePort } from "@/scripts/free-port"
import { startServiceProcess } from "@/scripts/stack"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { loadSample } from "./conformance-service"

/** The service in a separate process, so that its load can be measured apart from the test's. */
export interface ServiceProcess {
  readonly origin: string
  readonly store: Store
  /** Returns the lines logged so far. */
  readLog(): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Starts the service with the sample in a separate database and without a rate limit. */
export async function startConformanceProcess(): Promise<ServiceProcess> {
  const administration = openPool(inject("databaseUrl"), { max: 1 })
  const database = `conformance_${randomUUID().slice(0, 8)}`
  await administration.query(`create database "${database}"`)
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${database}`
  const directory = await mkdtemp(join(tmpdir(), "conformance-"))
  const port = await findFreePort()
  const child = await startServiceProcess({
    directory,
    port,
    databaseUrl: url.href,
    environment: {
      SERVICE_DEMO_SCALE: "0.001",
      SERVICE_DEMO_DAY: "2026-11-16",
      SERVICE_RATE_LIMIT: "0",
    },
  })
  const store = createStore({ pool: openPool(url.href, { max: 1 }), catalogue })
  await loadSample({ store }, catalogue)
  return {
    origin: `http://127.0.0.1:${port}`,
    store,
    async readLog() {
      const text = await readFile(join(directory, "logs", "service.log"), "utf8")
      return text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []))
    },
    async stop() {
      await child.stop()
      await store.close()
      await dropDatabase(administration, database)
      await administration.end()
      await rm(directory, { recursive: true })
    },
  }
}
