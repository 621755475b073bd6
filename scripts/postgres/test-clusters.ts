import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { openClusterFolder } from "./cluster-folder"
import { listProcesses, type ProcessInfo } from "./processes"
import { startPostgres } from "./supervisor"
import { chooseServerUser, temporaryFolder } from "./system-user"

/** Whether the tests run as root, which PostgreSQL refuses. */
export const isRoot = process.getuid?.() === 0

/** A new folder that the server's user can reach; the test removes it. */
export function createTestFolder(): string {
  const folder = fs.mkdtempSync(path.join(temporaryFolder(chooseServerUser("")), "pg-test-"))
  fs.chmodSync(folder, 0o755)
  return folder
}

/**
 * A cluster that was created once and stopped, so that tests can copy it instead of waiting for
 * `initdb`.
 */
export interface ClusterTemplate {
  /** Copies it to a cluster's folder, as if it had run there before. */
  copyTo(directory: string): void
  remove(): void
}

/** Creates a cluster with these databases to copy. */
export async function createTemplate(databases: readonly string[]): Promise<ClusterTemplate> {
  const base = createTestFolder()
  const directory = path.join(base, "postgres")
  await (await startPostgres({ directory, databases })).stop()
  const source = openClusterFolder(directory)
  return {
    copyTo(target) {
      const { root, user } = openClusterFolder(target)
      const copied = ["data", "password"]
      for (const name of copied)
        fs.cpSync(path.join(source.root, name), path.join(root, name), { recursive: true })
      const inside = fs.readdirSync(path.join(root, "data"), { recursive: true }).map(String)
      for (const name of [...copied, ...inside.map((name) => path.join("data", name))])
        if (user) fs.lchownSync(path.join(root, name), user.uid, user.gid)
    },
    remove: () => fs.rmSync(base, { recursive: true, force: true }),
  }
}

/** Runs one statement on its own connection. */
export async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** The running processes of a folder's cluster, guardian included. */
export function clusterProcesses(directory: string): ProcessInfo[] {
  const { clusterName } = openClusterFolder(directory)
  return listProcesses().filter(({ command }) => command.includes(clusterName))
}

/** Waits until none of them runs; returns those that still do. */
export async function awaitNoProcesses(directory: string): Promise<string[]> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const left = clusterProcesses(directory).map(({ command }) => command)
    if (left.length === 0 || Date.now() > deadline) return left
    await delay(50)
  }
}

/** A process that supervises a cluster and inserts numbered rows as fast as it can. */
export interface Writer {
  child: ChildProcess
  /** The numbers whose inserts the server has acknowledged. */
  acknowledged: number[]
  /** The process's other output: its URL, or why it failed. */
  remarks: string[]
  ended: Promise<unknown>
}

/** Starts a writer and waits for its first remark. */
export async function startWriter(directory: string, mode = "insert"): Promise<Writer> {
  const writer = spawnWriter(directory, mode)
  const { child, remarks } = writer
  while (!remarks.length && child.exitCode === null && !child.signalCode) await delay(20)
  return writer
}

/** Starts a writer in its own process group. */
export function spawnWriter(directory: string, mode = "insert"): Writer {
  const program = fileURLToPath(new URL("test-writer.ts", import.meta.url))
  const loader = import.meta.resolve("tsx")
  const child = spawn(process.execPath, ["--import", loader, program, directory, mode], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  const writer: Writer = {
    child,
    acknowledged: [],
    remarks: [],
    ended: new Promise((resolve) => child.once("close", resolve)),
  }
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (/^\d+$/.test(line)) writer.acknowledged.push(Number(line))
    else writer.remarks.push(line)
  })
  return writer
}
