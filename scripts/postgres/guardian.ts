import { spawn } from "node:child_process"
import fs from "node:fs"
import net from "node:net"
import path from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type ClusterFolder, replaceFile } from "./cluster-folder"
import { processIdentity } from "./processes"
import { PostgresSetupError } from "./setup-error"
import { neutralEnvironment } from "./system-user"

/** A guardian's task: start a server, or watch a running one. */
export interface GuardianTask {
  adopt?: number
  command?: string
  args?: string[]
  /** Windows only: the program that starts and signals servers there. */
  pgCtl?: string | undefined
  spawn?: object
  log: string
  /** Folders to remove once the server has ended. */
  remove?: string[]
}

/** A detached process that stops the server when this process ends, in whatever way. */
export interface Guardian {
  /** The server's process id; rejects if it could not be started. */
  server: Promise<number>
  /** Why the guardian's watch ended. */
  ended: Promise<string>
  /** Stops the server and waits until it has ended. */
  end(): Promise<void>
}

const program = fileURLToPath(new URL("guardian-program.mjs", import.meta.url))
/** Longer than the guardian waits before it kills the server, in ms. */
const stopPatience = 90_000

/** Starts a guardian, records it in the folder, and sends it its task. */
export function startGuardian(folder: ClusterFolder, task: GuardianTask): Guardian {
  const log = openLog(folder)
  const child = spawn(process.execPath, [program, folder.clusterName], {
    cwd: path.parse(process.execPath).root,
    env: neutralEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "pipe", log],
  })
  fs.closeSync(log)
  const { pid, stdin, stdout } = child
  if (!stdin || !stdout) throw new Error("The guardian was started without pipes")
  const answers = watch(stdout, child)
  if (pid) replaceFile(recordFile(folder), JSON.stringify({ pid, identity: processIdentity(pid) }))
  // The record comes first: a guardian that the next start cannot find must have nothing to guard.
  stdin.on("error", () => {}).write(`${JSON.stringify(task)}\n`)
  child.unref()
  for (const stream of [stdin, stdout]) unref(stream)
  return {
    ...answers,
    end: () => {
      stdin.end()
      return waitFor(() => child.exitCode !== null || child.signalCode !== null || !pid, pid ?? 0)
    },
  }
}

/** Waits for the guardian of an earlier supervisor, which is stopping its server. */
export async function awaitEarlierGuardian(
  folder: ClusterFolder,
  onLog: (line: string) => void,
): Promise<void> {
  const { pid, identity } = readRecord(folder)
  if (!pid || processIdentity(pid) !== identity) return
  onLog("Waiting for the earlier PostgreSQL to stop")
  await waitFor(() => processIdentity(pid) !== identity, pid)
}

function watch(
  stdout: Readable,
  child: { once(event: "exit" | "error", listener: (detail: unknown) => void): unknown },
): Pick<Guardian, "server" | "ended"> {
  const lines: string[] = []
  createInterface({ input: stdout }).on("line", (line) => lines.push(line))
  const ended = new Promise<string>((resolve) => {
    child.once("exit", () => setImmediate(() => resolve(lines.at(-1) ?? "no answer")))
    child.once("error", (error) => resolve(String(error)))
  })
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
  })
  const server = (async () => {
    while (lines.length === 0 && !hasEnded) await delay(10)
    return Number(lines[0]) || Promise.reject(new Error(lines[0] ?? (await ended)))
  })()
  server.catch(() => {})
  return { server, ended }
}

async function waitFor(isDone: () => boolean, pid: number): Promise<void> {
  const deadline = Date.now() + stopPatience
  while (!isDone()) {
    if (Date.now() > deadline) throw new PostgresSetupError("still_stopping", pid)
    await delay(20)
  }
}

function openLog({ log, user }: ClusterFolder): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = fs.constants
  const file = fs.openSync(log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  if (user) fs.fchownSync(file, user.uid, user.gid)
  return file
}

function readRecord(folder: ClusterFolder): { pid?: number; identity?: string } {
  try {
    return JSON.parse(fs.readFileSync(recordFile(folder), "utf8"))
  } catch {
    return {}
  }
}

function recordFile({ root }: ClusterFolder): string {
  return path.join(root, "guardian.json")
}

function unref(stream: Readable | Writable): void {
  if (stream instanceof net.Socket) stream.unref()
}
