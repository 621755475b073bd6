import fs from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import type { Binaries } from "./binaries"
import type { ClusterFolder } from "./cluster-folder"
import { chooseEndpoint, type Endpoint, endpointOf, type Transport } from "./endpoint"
import { type Guardian, type GuardianTask, startGuardian } from "./guardian"
import { ensureData } from "./initialize"
import { clearRemains, findPostmaster, type Postmaster } from "./postmaster"
import { writeSettings } from "./settings"
import { PostgresSetupError } from "./setup-error"
import { spawnOptions } from "./system-user"

/** How to run a server: the options below the public ones. */
export interface ServerOptions {
  /** Off for throw-away clusters, which are faster and lost in a power cut. */
  durable: boolean
  transport: Transport
  /** Folders to remove once the server has ended, in whatever way. */
  remove: string[]
  /** Server settings in addition to ours, such as `wal_level`. */
  settings?: Readonly<Record<string, string>>
  onLog: (line: string) => void
}

/** A server that accepts connections, and its guardian. */
export interface Server {
  endpoint: Endpoint
  guardian: Guardian
  reattached: boolean
}

const attempts = 5
/** Transient errors: a dying server's memory or port, or a port that was taken meanwhile. */
const passing = /shared memory block|could not (bind|create any TCP)|already in use|lock file/i

/** Finds the folder's running server or starts one, and waits until it accepts connections. */
export async function runServer(
  folder: ClusterFolder,
  binaries: Binaries,
  options: ServerOptions,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const running = await findRunning(folder, binaries, options)
    try {
      return running
        ? await reattach(folder, binaries, running, options)
        : await launch(folder, binaries, options)
    } catch (error) {
      const passes = error instanceof PostgresSetupError && passing.test(error.message)
      // The next attempt finds a server without a guardian, and guards it.
      const again = passes || running || findPostmaster(folder)
      if (attempt === attempts || !again) throw error
      await delay(attempt * 300)
    }
  }
}

/** A task that watches a running server. */
export function adoption(
  folder: ClusterFolder,
  binaries: Binaries,
  pid: number,
  remove: string[],
): GuardianTask {
  return { ...commonTask(folder, binaries), adopt: pid, remove }
}

async function findRunning(folder: ClusterFolder, binaries: Binaries, { onLog }: ServerOptions) {
  const running = findPostmaster(folder)
  if (running && running.status !== "stopping") return running
  if (running) {
    onLog(`Waiting for PostgreSQL (process ${running.pid}) to stop`)
    await startGuardian(folder, adoption(folder, binaries, running.pid, [])).end()
  }
  clearRemains(folder)
  return undefined
}

async function reattach(
  folder: ClusterFolder,
  binaries: Binaries,
  running: Postmaster,
  options: ServerOptions,
): Promise<Server> {
  const guardian = startGuardian(folder, adoption(folder, binaries, running.pid, options.remove))
  await awaitReady(folder, guardian, running.pid, options.onLog)
  return { endpoint: endpointOf(folder, running), guardian, reattached: true }
}

async function launch(
  folder: ClusterFolder,
  binaries: Binaries,
  options: ServerOptions,
): Promise<Server> {
  await ensureData(folder, binaries, options)
  const endpoint = await chooseEndpoint(folder, options.transport)
  const { config } = writeSettings(folder, endpoint, {
    durable: options.durable,
    more: options.settings ?? {},
  })
  const guardian = startGuardian(folder, {
    ...commonTask(folder, binaries),
    command: binaries.postgres,
    args: [
      "-D",
      folder.data,
      "-c",
      `config_file=${config}`,
      "-c",
      `cluster_name=${folder.clusterName}`,
    ],
    remove: options.remove,
  })
  const pid = await guardian.server.catch((error: Error) => {
    throw new PostgresSetupError("start_failed", error.message, folder.log)
  })
  await awaitReady(folder, guardian, pid, options.onLog)
  return { endpoint, guardian, reattached: false }
}

function commonTask(folder: ClusterFolder, { pgCtl }: Binaries) {
  return {
    log: folder.log,
    spawn: spawnOptions(folder.user),
    pgCtl: process.platform === "win32" ? pgCtl : undefined,
  }
}

async function awaitReady(
  folder: ClusterFolder,
  guardian: Guardian,
  pid: number,
  onLog: (line: string) => void,
): Promise<void> {
  const logged = fs.statSync(folder.log).size
  const started = Date.now()
  let reason: string | undefined
  guardian.ended.then((text) => {
    reason = text
  })
  for (let announced = 0; ; ) {
    const running = findPostmaster(folder)
    if (running?.pid === pid && running.status === "ready") return
    if (reason !== undefined) {
      const complaint = lastComplaint(folder, logged) ?? reason
      throw new PostgresSetupError("start_failed", complaint, folder.log)
    }
    const waited = Math.floor((Date.now() - started) / 10_000)
    if (waited > announced) onLog("PostgreSQL is still recovering from an unclean stop")
    announced = waited
    await delay(20)
  }
}

function lastComplaint({ log }: ClusterFolder, since: number): string | undefined {
  const text = fs
    .readFileSync(log)
    .subarray(Math.max(0, since - 4_096))
    .toString()
  return text.match(/(?:FATAL|PANIC|error while loading).*/g)?.at(-1)
}
