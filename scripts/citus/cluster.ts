import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { Client } from "pg"
import { findFreePort } from "../free-port"
import {
  chooseServerUser,
  type SystemUser,
  spawnOptions,
  temporaryFolder,
} from "../postgres/system-user"

/** One PostgreSQL of a cluster, on loopback. */
export interface CitusNode {
  readonly port: number
  readonly url: (database: string) => string
  /** Stops it at once, as the loss of its machine would. */
  kill(): void
  start(): void
}

/** A coordinator and its workers, with one database on all of them. */
export interface CitusCluster {
  /** The database on the coordinator. */
  readonly url: string
  readonly version: string
  readonly workers: readonly CitusNode[]
  stop(): Promise<void>
}

const role = "postgres"
const workersCount = 2

/**
 * The programs' folder of the PostgreSQL whose `pg_config` is given; a sentence if it cannot be
 * used.
 */
export function findCitus(pgConfig: string | undefined): { bin: string } | string {
  if (!pgConfig)
    return "No Citus is named: set CITUS_PG_CONFIG to the pg_config of a PostgreSQL that has it (docs/citus.md)."
  const ask = (flag: string) => execFileSync(pgConfig, [flag], { encoding: "utf8" }).trim()
  try {
    const control = path.join(ask("--sharedir"), "extension", "citus.control")
    if (fs.existsSync(control)) return { bin: ask("--bindir") }
    return `The PostgreSQL of ${pgConfig} has no Citus: there is no ${control} (docs/citus.md).`
  } catch {
    return `CITUS_PG_CONFIG names ${pgConfig}, which cannot be run.`
  }
}

const settings = (port: number, folder: string): Record<string, string> => ({
  listen_addresses: "127.0.0.1",
  port: `${port}`,
  unix_socket_directories: folder,
  wal_level: "logical",
  max_connections: "300",
  max_prepared_transactions: "300",
  max_wal_senders: "20",
  max_replication_slots: "20",
  shared_buffers: "64MB",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  timezone: "UTC",
})

const citusSettings = {
  shared_preload_libraries: "citus",
  "citus.enable_statistics_collection": "off",
  "citus.node_conninfo": "sslmode=disable",
}

interface NodePlace {
  readonly bin: string
  readonly folder: string
  readonly user: SystemUser | undefined
}

/** Starts a PostgreSQL in a new folder, with these settings in addition to the common ones. */
async function startNode(
  { bin, folder, user }: NodePlace,
  more: Readonly<Record<string, string>>,
): Promise<CitusNode> {
  const port = await findFreePort()
  const data = path.join(folder, "data")
  const log = path.join(folder, "log")
  const run = (program: string, ...options: string[]) =>
    execFileSync(path.join(bin, program), options, { ...spawnOptions(user), stdio: "ignore" })
  const start = () => run("pg_ctl", "-D", data, "-l", log, "-w", "start")
  fs.mkdirSync(folder)
  if (user) fs.chownSync(folder, user.uid, user.gid)
  run("initdb", "-D", data, "-U", role, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
  const lines = Object.entries({ ...settings(port, folder), ...more }).map(
    ([name, value]) => `${name} = '${value}'`,
  )
  fs.appendFileSync(path.join(data, "postgresql.conf"), `\n${lines.join("\n")}\n`)
  start()
  return {
    port,
    url: (database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`,
    start,
    kill: () => run("pg_ctl", "-D", data, "-m", "immediate", "stop"),
  }
}

async function runSql(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** The statements that docs/citus.md tells an operator to run once, before the programs start. */
export const preparation = (database: string): string[] => [
  "create extension if not exists citus",
  `alter database ${database} set citus.enable_unsafe_triggers to on`,
  `alter database ${database} set citus.enable_local_execution to off`,
  `alter database ${database} set workplace_reporting.layout to citus`,
]

/** A folder for servers, which is removed when they are stopped. */
function createServersFolder(user: SystemUser | undefined) {
  const folder = fs.mkdtempSync(path.join(temporaryFolder(user), "citus-"))
  fs.chmodSync(folder, 0o755)
  const nodes: CitusNode[] = []
  const stop = async () => {
    for (const node of nodes) {
      try {
        node.kill()
      } catch {
        // Already killed.
      }
    }
    for (let tries = 0; tries < 20 && fs.existsSync(folder); tries += 1) {
      fs.rmSync(folder, { recursive: true, force: true })
      await delay(50)
    }
  }
  return { folder, nodes, stop }
}

/**
 * Starts a coordinator and two workers in a temporary folder; only this machine's users may
 * connect.
 */
export async function startCitusCluster(
  bin: string,
  { database = "spread", shards = 4 }: { database?: string; shards?: number } = {},
): Promise<CitusCluster> {
  const user = chooseServerUser("")
  const { folder, nodes, stop } = createServersFolder(user)
  try {
    for (let number = 0; number <= workersCount; number += 1) {
      const place = { bin, folder: path.join(folder, `node-${number}`), user }
      const node = await startNode(place, citusSettings)
      nodes.push(node)
      await runSql(node.url("postgres"), `create database ${database}`)
      await runSql(node.url(database), "create extension citus")
    }
    const [coordinator, ...workers] = nodes
    if (!coordinator) throw new Error("There is no coordinator.")
    const url = coordinator.url(database)
    await runSql(
      url,
      ...preparation(database),
      `alter database ${database} set citus.shard_count to ${shards}`,
      `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
      ...workers.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
    )
    const [found] = await runSql(url, "select citus_version() as version")
    return { url, version: `${found?.["version"]}`, workers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
