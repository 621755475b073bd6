import fs from "node:fs"
import path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { processIdentity } from "./processes"
import { PostgresSetupError } from "./setup-error"

const pattern = /^lock-(\d+)\.json$/
/** How long a lock file may stay unwritten before its writer counts as dead, in ms. */
const patience = 2_000

/** The right to run the server of one folder. */
export interface FolderLock {
  release(): void
}

interface Holder {
  pid?: number
  identity?: string
}

/**
 * Takes the folder for this process or throws `in_use` with the holder's process id. Each holder
 * creates the file with the next number. The highest number counts, and its file stays after
 * release. So a dead process's lock is superseded and never removed, and if two processes supersede
 * it at once, the file system lets one win.
 */
export async function takeLock(folder: string): Promise<FolderLock> {
  const deadline = Date.now() + patience
  for (;;) {
    const current = highest(folder)
    const holder = readHolder(folder, current)
    if (holder?.pid && processIdentity(holder.pid) === holder.identity) {
      throw new PostgresSetupError("in_use", holder.pid, folder)
    }
    const isFree = current === 0 || holder || Date.now() > deadline
    if (isFree && outbid(folder, current + 1)) {
      return { release: () => release(lockFile(folder, current + 1)) }
    }
    await delay(20)
  }
}

function release(file: string): void {
  // A temporary cluster's folder may be gone by now.
  if (fs.existsSync(file)) fs.writeFileSync(file, "{}")
}

function outbid(folder: string, number: number): boolean {
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "" }
  try {
    fs.writeFileSync(lockFile(folder, number), JSON.stringify(mine), { flag: "wx" })
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
  const numbers = lockNumbers(folder)
  if (Math.max(...numbers) > number) {
    fs.rmSync(lockFile(folder, number), { force: true })
    return false
  }
  for (const old of numbers) if (old < number) fs.rmSync(lockFile(folder, old), { force: true })
  return true
}

function highest(folder: string): number {
  return Math.max(0, ...lockNumbers(folder))
}

function lockNumbers(folder: string): number[] {
  return fs.readdirSync(folder).flatMap((name) => {
    const match = pattern.exec(name)
    return match ? [Number(match[1])] : []
  })
}

function readHolder(folder: string, number: number): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(lockFile(folder, number), "utf8"))
  } catch {
    return undefined
  }
}

function lockFile(folder: string, number: number): string {
  return path.join(folder, `lock-${number}.json`)
}
