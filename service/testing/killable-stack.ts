import { rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { findFreePort } from "@/scripts/free-port"
import { endProcess } from "@/scripts/postgres/processes"
import { startPostgres } from "@/scripts/postgres/supervisor"
import {
  awaitNoProcesses,
  clusterProcesses,
  createTestFolder,
} from "@/scripts/postgres/test-clusters"
import { startServiceProcess } from "@/scripts/stack"

/**
 * A durable database cluster and the service, each in separate processes that can be killed and
 * restarted.
 */
export interface KillableStack {
  /** The service's origin, the same after every start. */
  readonly origin: string
  readonly databaseUrl: string
  killService(): Promise<void>
  /** Kills only the postmaster. Its backends continue until they notice. */
  killPostmaster(): void
  /** Kills one backend. The postmaster then restarts the others. */
  killBackend(): void
  killEverything(): Promise<void>
  /** Restarts the stopped parts and waits until the service is ready. */
  recover(): Promise<void>
  /** Stops both and returns the remaining processes. */
  stop(): Promise<string[]>
}

const backend = /^postgres: .*\[local\]|^postgres: .*127\.0\.0\.1/

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)]

async function awaitReady(origin: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    if (Date.now() > deadline) throw new Error(`The service at ${origin} does not become ready.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts both with a little demo data. Requires an operating system that lists processes. */
export async function startKillableStack(): Promise<KillableStack> {
  const directory = join(createTestFolder(), "postgres")
  const port = await findFreePort()
  const startDatabase = () => startPostgres({ directory, databases: ["service"] })
  let database = await startDatabase()
  const databaseUrl = database.url("service")
  const startService = () =>
    startServiceProcess({
      directory: dirname(directory),
      port,
      databaseUrl,
      environment: {
        SERVICE_DEMO_SCALE: "0.001",
        SERVICE_DEMO_DAY: "2026-11-16",
        SERVICE_RATE_LIMIT: "0",
      },
    })
  let service = await startService()
  let [serviceRuns, databaseRuns] = [true, true]
  const processes = (matches: (command: string) => boolean) =>
    clusterProcesses(directory).filter(({ command }) => matches(command))
  const origin = `http://127.0.0.1:${port}`

  const stack: KillableStack = {
    origin,
    databaseUrl,
    async killService() {
      serviceRuns = false
      await service.kill()
    },
    killPostmaster() {
      databaseRuns = false
      for (const { pid } of processes((command) => command.includes("cluster_name=")))
        endProcess(pid)
    },
    killBackend() {
      const victim = pick(processes((command) => backend.test(command)))
      if (!victim) throw new Error("The service has no connection to kill.")
      endProcess(victim.pid)
    },
    async killEverything() {
      stack.killPostmaster()
      for (const { pid } of processes((command) => command.startsWith("postgres: ")))
        endProcess(pid)
      await stack.killService()
    },
    async recover() {
      if (!databaseRuns) {
        await database.stop()
        database = await startDatabase()
        databaseRuns = true
      }
      if (!serviceRuns) {
        service = await startService()
        serviceRuns = true
      }
      await awaitReady(origin)
    },
    async stop() {
      if (serviceRuns) await service.stop()
      await database.stop()
      const left = await awaitNoProcesses(directory)
      rmSync(dirname(directory), { recursive: true, force: true })
      return left
    },
  }
  return stack
}
