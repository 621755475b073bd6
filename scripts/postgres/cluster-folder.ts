import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { PostgresSetupError } from "./setup-error"
import { canReach, chooseServerUser, type SystemUser, temporaryFolder } from "./system-user"

/** The paths of one cluster, and the user that runs it. */
export interface ClusterFolder {
  /** The real folder; the requested one may be a link to it. */
  root: string
  data: string
  log: string
  /**
   * Part of the title of each of the server's processes, which distinguishes them from other
   * servers'.
   */
  clusterName: string
  user: SystemUser | undefined
}

/** Root's folder for clusters and binaries that the server's user could not reach otherwise. */
export const sharedHome = "/var/lib/workplace-reporting"

/** Finds or creates the cluster's folder where the server's user can reach it. */
export function openClusterFolder(directory: string): ClusterFolder {
  const wanted = path.resolve(directory)
  const user = chooseServerUser(path.join(wanted, "data"))
  const root = fs.realpathSync(prepareRoot(wanted, user))
  const folder = {
    root,
    data: path.join(root, "data"),
    log: path.join(root, "server.log"),
    clusterName: `workplace-reporting-${digest(root)}`,
    user,
  }
  assertOwned(folder)
  return folder
}

function prepareRoot(wanted: string, user: SystemUser | undefined): string {
  try {
    fs.mkdirSync(path.dirname(wanted), { recursive: true })
    return user ? resolveFolder(wanted, user) : createFolder(wanted)
  } catch (error) {
    if (error instanceof PostgresSetupError) throw error
    throw new PostgresSetupError("no_folder", wanted, String(error))
  }
}

function resolveFolder(wanted: string, user: SystemUser): string {
  const entry = fs.lstatSync(wanted, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink() && !fs.existsSync(wanted)) fs.unlinkSync(wanted)
  if (fs.existsSync(wanted)) {
    if (canReach(wanted, user)) return wanted
    if (fs.readdirSync(wanted).length) {
      throw new PostgresSetupError("out_of_reach", wanted, user.name)
    }
    fs.rmSync(wanted, { recursive: true })
  }
  if (canReach(path.dirname(wanted), user)) return openFolder(wanted)
  return link(relocate(wanted, user), wanted)
}

function relocate(wanted: string, user: SystemUser): string {
  try {
    openFolder(sharedHome)
    return openFolder(path.join(sharedHome, digest(wanted)))
  } catch {
    // A random name: in a folder where everyone may write, another user may have taken a
    // predictable one.
    const prefix = path.join(temporaryFolder(user), "workplace-reporting-")
    return openFolder(fs.mkdtempSync(prefix))
  }
}

function link(target: string, wanted: string): string {
  try {
    fs.symlinkSync(target, wanted)
  } catch (error) {
    if (!fs.existsSync(wanted)) throw error
  }
  return wanted
}

/** Creates a folder that others may enter; private files are in closed folders inside. */
function openFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true })
  fs.chmodSync(folder, 0o755)
  return folder
}

function createFolder(folder: string): string {
  const entry = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink() && !fs.existsSync(folder)) {
    throw new PostgresSetupError("dead_link", folder, fs.readlinkSync(folder))
  }
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

function assertOwned({ root, data, user }: ClusterFolder): void {
  const runner = user?.uid ?? process.getuid?.()
  if (runner === undefined) return
  const owners = [
    { path: root, allowed: user ? [0, runner] : [runner] },
    { path: data, allowed: [runner] },
  ]
  for (const { path: file, allowed } of owners) {
    const owner = fs.statSync(file, { throwIfNoEntry: false })?.uid
    if (owner !== undefined && !allowed.includes(owner)) {
      throw new PostgresSetupError("not_yours", file, `uid ${owner}`, `uid ${runner}`)
    }
  }
}

/** Creates a folder that only the server's user and root can enter. */
export function createPrivateFolder(folder: string, user: SystemUser | undefined): string {
  fs.mkdirSync(folder, { mode: 0o700 })
  if (user) fs.lchownSync(folder, user.uid, user.gid)
  return folder
}

/** Writes a file completely or not at all, whoever owned the previous one. */
export function replaceFile(file: string, content: string, mode = 0o644): void {
  const draft = `${file}.${process.pid}.tmp`
  fs.rmSync(draft, { force: true })
  fs.writeFileSync(draft, content, { mode, flag: "wx" })
  fs.chmodSync(draft, mode)
  fs.renameSync(draft, file)
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12)
}
