import fs from "node:fs"
import path from "node:path"
import { type ClusterFolder, replaceFile } from "./cluster-folder"
import type { Endpoint } from "./endpoint"

/** Below this size in bytes, parallel queries can fill a container's /dev/shm. */
const smallSharedMemory = 512 * 1024 * 1024

/**
 * Writes the server's configuration at every start and returns the files' paths; `more` has
 * settings in addition to ours.
 */
export function writeSettings(
  folder: ClusterFolder,
  endpoint: Endpoint,
  { durable, more = {} }: { durable: boolean; more?: Readonly<Record<string, string>> },
) {
  const config = path.join(folder.root, "server.conf")
  const access = path.join(folder.root, "access.conf")
  replaceFile(access, formatAccess(endpoint))
  replaceFile(
    config,
    formatSettings({ hba_file: access, ...settingsFor(endpoint, durable), ...more }),
  )
  return { config, access }
}

function settingsFor(endpoint: Endpoint, durable: boolean): Record<string, string> {
  const safe = durable ? "on" : "off"
  const socket = endpoint.kind === "socket"
  return {
    listen_addresses: socket ? "" : "127.0.0.1",
    unix_socket_directories: socket ? quoteListItem(endpoint.folder) : "",
    port: String(endpoint.port),
    max_connections: "100",
    shared_buffers: durable ? "128MB" : "32MB",
    ...(hasSmallSharedMemory() && { dynamic_shared_memory_type: "sysv" }),
    fsync: safe,
    full_page_writes: safe,
    synchronous_commit: safe,
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    logging_collector: "off",
    log_checkpoints: "off",
  }
}

function formatSettings(settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`,
  )
  return ["# Written anew at every start.", ...lines, ""].join("\n")
}

/** The setting is a comma-separated list. */
function quoteListItem(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** The socket's folder is closed to other users, so a connection through it needs no password. */
function formatAccess(endpoint: Endpoint): string {
  return endpoint.kind === "socket"
    ? "local all all trust\n"
    : "host all all 127.0.0.1/32 scram-sha-256\n"
}

function hasSmallSharedMemory(): boolean {
  if (process.platform !== "linux") return false
  try {
    const { blocks, bsize } = fs.statfsSync("/dev/shm")
    return blocks * bsize < smallSharedMemory
  } catch {
    return true
  }
}
