import fs from "node:fs"
import path from "node:path"
import type { ClusterFolder } from "./cluster-folder"
import { answersSignals, endProcess, findProcess, listProcesses } from "./processes"
import { PostgresSetupError } from "./setup-error"

/** A running server as described by its `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  /** Empty if the server listens only on TCP. */
  socketFolder: string
  status: string
}

/** The server that runs on the folder's data, or undefined. Throws `foreign_server` if in doubt. */
export function findPostmaster(folder: ClusterFolder): Postmaster | undefined {
  const file = pidFile(folder)
  const named = readPidFile(file)
  if (!named || !answersSignals(named.pid)) return undefined
  if (process.platform === "win32") return named
  const command = findProcess(named.pid)?.command ?? ""
  if (command.includes(`cluster_name=${folder.clusterName}`)) return named
  // The process id was reused, unless this folder was moved under a running server.
  if (/^(\S.*\/)?postgres( -|$)/.test(command)) {
    throw new PostgresSetupError("foreign_server", named.pid, file)
  }
  return undefined
}

/**
 * Removes the leftovers of a killed server: its pid file, and processes that outlived their parent.
 */
export function clearRemains(folder: ClusterFolder): void {
  for (const pid of findOrphans(folder)) endProcess(pid)
  // PostgreSQL trusts any live process id in this file, even a reused one.
  fs.rmSync(pidFile(folder), { force: true })
}

/**
 * Processes of this cluster whose server has ended: a backend that is busy with a query does not
 * notice.
 */
export function findOrphans({ clusterName }: ClusterFolder): number[] {
  const family = listProcesses().filter(({ command }) => command.includes(clusterName))
  const pids = new Set(family.map(({ pid }) => pid))
  return family
    .filter(({ command, parent }) => command.startsWith("postgres: ") && !pids.has(parent))
    .map(({ pid }) => pid)
}

function readPidFile(file: string): Postmaster | undefined {
  if (!fs.existsSync(file)) return undefined
  const [pid, , , port, socketFolder = "", , , status = ""] = fs
    .readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder, status }
}

function pidFile({ data }: ClusterFolder): string {
  return path.join(data, "postmaster.pid")
}
