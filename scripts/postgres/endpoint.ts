import { createHash, randomBytes } from "node:crypto"
import fs from "node:fs"
import net from "node:net"
import path from "node:path"
import { type ClusterFolder, createPrivateFolder, replaceFile } from "./cluster-folder"
import type { Postmaster } from "./postmaster"
import { canReach, temporaryFolder } from "./system-user"

/**
 * Where a server listens: on a Unix socket in a closed folder, or else on loopback with a password.
 */
export type Endpoint =
  | { kind: "socket"; folder: string; port: number }
  | { kind: "loopback"; port: number; password: string }

/** How to listen; `auto` uses a socket wherever the system supports them. */
export type Transport = "auto" | Endpoint["kind"]

const socketPort = 5432
/** macOS allows 103 bytes for a socket's path, Linux 107. */
const maxSocketPathLength = 100

/** Chooses where a new server listens and creates the folder or password for it. */
export async function chooseEndpoint(
  folder: ClusterFolder,
  transport: Transport,
): Promise<Endpoint> {
  const loopback =
    transport === "loopback" || (transport === "auto" && process.platform === "win32")
  if (loopback) {
    return { kind: "loopback", port: await findFreePort(), password: readPassword(folder) }
  }
  return { kind: "socket", folder: prepareSocketFolder(folder), port: socketPort }
}

/** The endpoint of a server that was found running. */
export function endpointOf(folder: ClusterFolder, { port, socketFolder }: Postmaster): Endpoint {
  return socketFolder
    ? { kind: "socket", folder: socketFolder, port }
    : { kind: "loopback", port, password: readPassword(folder) }
}

/** A URL that node-postgres accepts. */
export function formatUrl(endpoint: Endpoint, role: string, database: string): string {
  const name = encodeURIComponent(database)
  if (endpoint.kind === "loopback") {
    return `postgres://${role}:${endpoint.password}@127.0.0.1:${endpoint.port}/${name}?sslmode=disable`
  }
  const host = encodeURIComponent(endpoint.folder)
  return `postgres://${role}@localhost:${endpoint.port}/${name}?host=${host}&sslmode=disable`
}

/**
 * The file with the password of every role, created once for each cluster; only loopback uses it.
 */
export function passwordFile({ root, user }: ClusterFolder): string {
  const file = path.join(root, "password")
  if (!fs.existsSync(file)) {
    replaceFile(file, randomBytes(24).toString("hex"), 0o600)
    if (user) fs.lchownSync(file, user.uid, user.gid)
  }
  return file
}

function readPassword(folder: ClusterFolder): string {
  return fs.readFileSync(passwordFile(folder), "utf8").trim()
}

function prepareSocketFolder(folder: ClusterFolder): string {
  const socketFolder = chooseSocketFolder(folder)
  // Only called if no server runs: any socket here is left from a killed one.
  for (const name of fs.readdirSync(socketFolder)) {
    if (name.startsWith(".s.PGSQL.")) fs.rmSync(path.join(socketFolder, name))
  }
  return socketFolder
}

function chooseSocketFolder({ root, user }: ClusterFolder): string {
  const inside = path.join(root, "socket")
  if (fits(inside) && canReach(root, user)) return isPrivate(inside, user) ?? inside
  const base = temporaryFolder(user)
  const short = path.join(
    base,
    `wr-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`,
  )
  const mine = isPrivate(short, user)
  if (mine) return mine
  // The name belongs to another user.
  const other = fs.mkdtempSync(path.join(base, "wr-"))
  if (user) fs.lchownSync(other, user.uid, user.gid)
  return other
}

function isPrivate(folder: string, user: ClusterFolder["user"]): string | undefined {
  try {
    createPrivateFolder(folder, user)
  } catch {
    // It exists: check its owner.
  }
  const stat = fs.lstatSync(folder)
  const isOwn = stat.uid === (user?.uid ?? process.getuid?.())
  return stat.isDirectory() && isOwn && (stat.mode & 0o077) === 0 ? folder : undefined
}

function fits(folder: string): boolean {
  const socket = path.join(folder, `.s.PGSQL.${socketPort}`)
  return Buffer.byteLength(socket) <= maxSocketPathLength
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
