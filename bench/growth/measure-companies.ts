import { readFileSync } from "node:fs"
import { Client } from "pg"
import { catalogue } from "@/lib/catalogue"
import { migrateTables, openPool } from "@/lib/db"
import { migrateCopies, replicaSchema } from "@/lib/records"
import { runSql } from "../service/running-service"

/** What each company more costs a server, and each connection. */
export interface CompanyCosts {
  /** From an empty database to all of the dashboard's tables. */
  readonly createMs: number
  readonly bytes: number
  /** The memory that one more connection takes when it has read each of the database's tables once; undefined where the system does not tell. */
  readonly connectionBytes: number | undefined
}

async function createCompany(urlOf: (database: string) => string, at: number) {
  const database = `company_${at}`
  await runSql(urlOf("postgres"), (client) => client.query(`create database ${database}`))
  const pool = openPool(urlOf(database), { max: 2 })
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  await migrateTables(pool, "dashboard", "dashboard")
  await pool.end()
  return database
}

/** What is a process's own, and its part of what it shares. */
function readMemory(pid: number): number | undefined {
  try {
    const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))
    return found ? Number(found[1]) * 1024 : undefined
  } catch {
    return undefined
  }
}

const readEveryTable = `
  do $$ declare name regclass; begin
    for name in select oid from pg_class where relkind = 'r' and relnamespace in ('dashboard'::regnamespace, 'replica'::regnamespace) loop
      execute format('select 1 from %s limit 1', name);
    end loop;
  end $$`

/** The memory of that many connections, one to each database in turn, as the system counts it. */
async function measureConnections(urls: readonly string[], count: number) {
  const clients: Client[] = []
  const pids: number[] = []
  for (let at = 0; at < count; at++) {
    const client = new Client(urls[at % urls.length])
    await client.connect()
    clients.push(client)
    await client.query(readEveryTable)
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
    if (rows[0]) pids.push(rows[0].pid)
  }
  const memory = pids.map(readMemory)
  await Promise.all(clients.map((client) => client.end()))
  if (memory.some((bytes) => bytes === undefined)) return undefined
  return memory.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0) / count
}

/** Makes that many companies' databases on a server, and opens that many connections to them. */
export async function measureCompanies(
  urlOf: (database: string) => string,
  { companies, connections }: { companies: number; connections: number },
): Promise<CompanyCosts> {
  const started = performance.now()
  const names: string[] = []
  for (let at = 0; at < companies; at++) names.push(await createCompany(urlOf, at))
  const createMs = (performance.now() - started) / companies
  const bytes = await runSql(urlOf("postgres"), async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      "select avg(pg_database_size(datname))::float8 as bytes from pg_database where datname like 'company\\_%'",
    )
    return rows[0]?.bytes ?? Number.NaN
  })
  const connectionBytes = await measureConnections(names.map(urlOf), connections)
  return { createMs, bytes, connectionBytes }
}
