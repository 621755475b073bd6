import { execFileSync, type SpawnOptions } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { PostgresSetupError } from "./setup-error"

/** The unprivileged account that runs PostgreSQL if this process is root. */
export interface SystemUser {
  name: string
  uid: number
  gid: number
}

/** The user to run PostgreSQL as: undefined is the current user, who is then not root. */
export function chooseServerUser(data: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = fs.statSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const user = lookUp("postgres") ?? lookUp("nobody")
  if (!user) throw new PostgresSetupError("no_user")
  return user
}

function lookUp(name: string): SystemUser | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }))
  try {
    return { name, uid: id("-u"), gid: id("-g") }
  } catch {
    return undefined
  }
}

/** Spawn options for a PostgreSQL program: user, neutral environment and its own process group. */
export function spawnOptions(user: SystemUser | undefined) {
  // Detached, because Ctrl-C in a terminal signals the whole foreground process group.
  return {
    cwd: path.parse(process.execPath).root,
    env: neutralEnvironment(),
    detached: true,
    windowsHide: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  } satisfies SpawnOptions
}

/** The environment without variables that change PostgreSQL's or Node's behaviour. */
export function neutralEnvironment(): NodeJS.ProcessEnv {
  const defined = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|NODE_OPTIONS$|NODE_V8_COVERAGE$|VITEST)/.test(name),
  )
  return { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(defined), LC_ALL: "C" }
}

/** Whether the permission bits allow the user an access: 4 is read, 1 is execute or enter. */
export function allows(file: string, bits: number, user: SystemUser | undefined): boolean {
  try {
    if (!user) {
      fs.accessSync(file, bits)
      return true
    }
    const { mode, uid, gid } = fs.statSync(file)
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
    return ((mode >> shift) & bits) === bits
  } catch {
    return false
  }
}

/** Whether the user can enter a folder and every folder above it. */
export function canReach(folder: string, user: SystemUser | undefined): boolean {
  const real = fs.realpathSync(folder)
  const above = path.dirname(real)
  return allows(real, fs.constants.X_OK, user) && (above === real || canReach(above, user))
}

/** The first temporary folder that the user can reach. */
export function temporaryFolder(user: SystemUser | undefined): string {
  const candidates = [os.tmpdir(), "/tmp"].filter((folder) => fs.existsSync(folder))
  return candidates.find((folder) => canReach(folder, user)) ?? os.tmpdir()
}
