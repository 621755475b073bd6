import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { type ClusterFolder, sharedHome } from "./cluster-folder"
import { isMusl, locatePlatformPackage, type PlatformPackage } from "./platform-package"
import { answersSignals } from "./processes"
import { PostgresSetupError } from "./setup-error"
import { allows, canReach, type SystemUser, spawnOptions } from "./system-user"

/** PostgreSQL's programs, executable by the server's user. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  major: number
}

/**
 * Makes the installed binaries complete and executable, in place or as a copy, and checks that they
 * run.
 */
export function prepareBinaries(
  folder: ClusterFolder,
  source: PlatformPackage = locatePlatformPackage(),
): Binaries {
  repair(source.native)
  const home = isUsable(source.native, folder.user) ? source.native : copyOnce(source, folder)
  const program = (name: string) => path.join(home, "bin", withSuffix(name))
  const postgres = program("postgres")
  return {
    postgres,
    initdb: program("initdb"),
    pgCtl: program("pg_ctl"),
    major: tryOut(postgres, folder.user),
  }
}

/** Does what npm omits with `--ignore-scripts`; without permission, a copy is made later. */
function repair(native: string): void {
  try {
    restoreLinks(native)
    for (const name of fs.readdirSync(path.join(native, "bin"))) {
      const file = path.join(native, "bin", name)
      const { mode } = fs.statSync(file)
      const executable = mode | ((mode & 0o444) >> 2)
      if (executable !== mode) fs.chmodSync(file, executable)
    }
  } catch {
    // Another user's file, or a read-only disk.
  }
}

interface LinkEntry {
  source: string
  target: string
}

function readLinks(native: string): LinkEntry[] {
  const list = path.join(native, "pg-symlinks.json")
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : []
}

function restoreLinks(native: string): void {
  const package_ = path.dirname(native)
  for (const { source, target } of readLinks(native)) {
    const link = path.join(package_, target)
    if (fs.existsSync(link)) continue
    fs.rmSync(link, { force: true })
    fs.symlinkSync(path.relative(path.dirname(link), path.join(package_, source)), link)
  }
}

function isUsable(native: string, user: SystemUser | undefined): boolean {
  const complete = readLinks(native).every(({ target }) =>
    fs.existsSync(path.join(path.dirname(native), target)),
  )
  return complete && canReach(native, user) && treeIsReadable(native, user)
}

function treeIsReadable(native: string, user: SystemUser | undefined): boolean {
  const { R_OK, X_OK } = fs.constants
  return fs.readdirSync(native, { recursive: true, withFileTypes: true }).every((entry) => {
    const program = path.basename(entry.parentPath) === "bin"
    const needed = entry.isDirectory() || program ? R_OK | X_OK : R_OK
    return allows(path.join(entry.parentPath, entry.name), needed, user)
  })
}

function copyOnce({ native, label }: PlatformPackage, folder: ClusterFolder): string {
  const shelf = path.join(folder.user ? sharedShelf(folder) : folder.root, "binaries")
  const home = path.join(shelf, label)
  const copied = path.join(home, "native")
  if (fs.existsSync(copied)) return copied
  fs.mkdirSync(shelf, { recursive: true })
  removeAbandoned(shelf)
  const draft = path.join(shelf, `draft-${process.pid}`)
  fs.cpSync(native, path.join(draft, "native"), { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(shelf, 0o755)
  openUp(draft)
  repair(path.join(draft, "native"))
  try {
    fs.renameSync(draft, home)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copied)) throw error
  }
  return copied
}

function sharedShelf({ root }: ClusterFolder): string {
  try {
    fs.mkdirSync(sharedHome, { recursive: true })
    fs.chmodSync(sharedHome, 0o755)
    return sharedHome
  } catch {
    return root
  }
}

function removeAbandoned(shelf: string): void {
  for (const name of fs.readdirSync(shelf)) {
    const pid = Number(/^draft-(\d+)$/.exec(name)?.[1])
    if (pid && !answersSignals(pid)) {
      fs.rmSync(path.join(shelf, name), { recursive: true, force: true })
    }
  }
}

function openUp(draft: string): void {
  fs.chmodSync(draft, 0o755)
  for (const entry of fs.readdirSync(draft, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(file, 0o755)
    else if (entry.isFile()) fs.chmodSync(file, 0o644)
  }
}

/** Runs the server's `--version` as its user and returns the major version. */
function tryOut(postgres: string, user: SystemUser | undefined): number {
  const result = spawnSync(postgres, ["--version"], { ...spawnOptions(user), encoding: "utf8" })
  const major = /PostgreSQL\)? (\d+)/.exec(result.stdout ?? "")?.[1]
  if (result.status === 0 && major) return Number(major)
  if (user && result.error && /EPERM|EINVAL/.test(result.error.message)) {
    throw new PostgresSetupError("cannot_switch_user", user.name)
  }
  if (isMusl()) throw new PostgresSetupError("musl")
  const [line] = (result.stderr ?? "").trim().split("\n")
  throw new PostgresSetupError("binary_fails", line || String(result.error ?? result.signal))
}

function withSuffix(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name
}
