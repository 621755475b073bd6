import { execFileSync } from "node:child_process"
import fs from "node:fs"

/** A process of this machine, as visible to other users. */
export interface ProcessInfo {
  pid: number
  parent: number
  command: string
}

/** A token that differs if a process id is reused; undefined if no such process runs. */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = linuxStat(pid)
    return stat && `${bootId()}/${stat.started}`
  }
  if (!answersSignals(pid)) return undefined
  // Windows reports the start time only slowly; a reused id looks alive there.
  return process.platform === "win32" ? "alive" : ps("-o", "lstart=", "-p", String(pid))
}

/** The running processes; empty on Windows, where reading command lines is slow. */
export function listProcesses(): ProcessInfo[] {
  if (process.platform === "win32") return []
  if (process.platform !== "linux") return parsePs(ps("-axww", "-o", "pid=,ppid=,command=") ?? "")
  return fs.readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry)
    const info = Number.isInteger(pid) && findProcess(pid)
    return info ? [info] : []
  })
}

/** One running process, or undefined; zombies do not run. */
export function findProcess(pid: number): ProcessInfo | undefined {
  if (process.platform !== "linux") return listProcesses().find((info) => info.pid === pid)
  const stat = linuxStat(pid)
  const command = stat && readText(`/proc/${pid}/cmdline`)
  // The command line is world-readable; links such as cwd are closed even to root in many containers.
  return command ? { pid, parent: stat.parent, command: command.replaceAll("\0", " ") } : undefined
}

/** Whether a signal could be sent; true for zombies as well. */
export function answersSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Kills a process at once, unless it has already ended. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch (error) {
    if (answersSignals(pid)) throw error
  }
}

function linuxStat(pid: number): { parent: number; started: string } | undefined {
  const text = readText(`/proc/${pid}/stat`)
  // The name in parentheses may contain anything, so count from the last one: state, parent, …
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ")
  const [state, parent] = fields ?? []
  const started = fields?.[19]
  if (!started || state === "Z" || state === "X") return undefined
  return { parent: Number(parent), started }
}

function bootId(): string {
  return readText("/proc/sys/kernel/random/boot_id")?.trim() ?? ""
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

function ps(...args: string[]): string | undefined {
  try {
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  } catch {
    return undefined
  }
}

function parsePs(text: string): ProcessInfo[] {
  return [...text.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = ""]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }))
}
