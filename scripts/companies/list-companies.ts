import type { TableSet } from "@/lib/db/migration-state"
import type { Companies, Company, DatabaseServer } from "./companies-file"
import { sqlNameOf } from "./compare-tables"
import {
  applicationName,
  type Connection,
  describeFault,
  urlOf,
  withConnection,
} from "./connections"
import { databasesOf } from "./move-company"
import { findMarked } from "./move-mark"

/** What is known of one database; `fault` says why not more is. */
interface DatabaseState {
  readonly size?: string
  readonly rows?: string
  readonly versions?: string
  readonly connections?: string
  readonly active?: string
  readonly fault?: string
}

const sets = { dashboard: true, replica: true, service: true } satisfies Record<TableSet, true>

/** The last migration of each set of tables, as `dashboard 1, replica 3`. */
async function readVersions(inside: Connection): Promise<string> {
  const tables = await inside.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and relname = any($1) order by 1, 2`,
    [Object.keys(sets).map((set) => `${set}_migration`)],
  )
  const versions: string[] = []
  for (const table of tables) {
    const [last] = await inside.query<{ name: string }>(
      `select name from ${sqlNameOf(table)} order by id desc limit 1`,
    )
    const set = table.name.replace(/_migration$/, "")
    versions.push(`${set} ${Number.parseInt(last?.name ?? "0", 10)}`)
  }
  return versions.join(", ") || "none"
}

/** Rows by the planner's statistics, which cost no reading, and the largest table's. */
async function estimateRows(inside: Connection): Promise<string> {
  const [row] = await inside.query<{ all: number; name: string | null; rows: number }>(`
    with tables as (
      select relname, greatest(reltuples, 0) as rows, pg_table_size(c.oid) as bytes
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema')
    select (select coalesce(sum(rows), 0) from tables)::float8 as all, largest.relname::text as name,
      largest.rows::float8 as rows
    from (select) one left join (select * from tables order by bytes desc limit 1) largest on true`)
  const print = (rows = 0) => Math.round(rows).toLocaleString("en")
  return row?.name ? `${print(row.all)}, ${print(row.rows)} in ${row.name}` : "none"
}

async function readDatabase(control: Connection, database: string): Promise<DatabaseState> {
  const [row] = await control.query<{ size: string; connections: string; active: string | null }>(
    `select pg_size_pretty(pg_database_size(datname)) as size, count(pid)::text as connections,
       to_char(max(state_change), 'YYYY-MM-DD HH24:MI') as active
     from pg_database left join (
       select datname, pid, state_change from pg_stat_activity
       where backend_type = 'client backend' and application_name <> $2
     ) sessions using (datname)
     where datname = $1 group by datname`,
    [database, applicationName],
  )
  if (!row) return { fault: "is missing" }
  const { size, connections, active } = row
  const inside = await withConnection(control.server, database, async (connection) => ({
    rows: await estimateRows(connection),
    versions: await readVersions(connection),
  }))
  return { size, connections, active: active ?? "", ...inside }
}

interface ServerState {
  readonly databases: ReadonlyMap<string, DatabaseState>
  readonly remarks: readonly string[]
}

async function readServer(
  server: DatabaseServer,
  databases: readonly string[],
): Promise<ServerState> {
  const states = new Map<string, DatabaseState>()
  try {
    return await withConnection(server, undefined, async (control) => {
      for (const database of databases)
        states.set(
          database,
          await readDatabase(control, database).catch((error: unknown) => ({
            fault: describeFault(error),
          })),
        )
      const remarks = (await findMarked(control)).map(({ database, mark }) =>
        mark.role === "leaving"
          ? `${server.name}: ${mark.name} is being moved, or a move was broken off; it is called ${database}.`
          : `${server.name}: ${database} is a copy that is not whole.`,
      )
      return { databases: states, remarks }
    })
  } catch (error) {
    const fault = `cannot be reached: ${describeFault(error)}`
    return { databases: new Map(databases.map((name) => [name, { fault }])), remarks: [] }
  }
}

const head = [
  "company",
  "server",
  "database",
  "size",
  "rows, about",
  "versions",
  "open",
  "last used (UTC)",
]

function printTable(lines: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)))
  return lines.map((line) =>
    line
      .map((cell, at) => (at === line.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  )
}

const cellsOf = ({ fault, ...state }: DatabaseState) =>
  fault !== undefined
    ? [fault]
    : [state.size, state.rows, state.versions, state.connections, state.active].map(
        (cell) => cell ?? "",
      )

/** Each company's databases with where they are and what they hold, as lines of a table; of servers that do not answer, that. */
export async function listCompanies({ servers, companies }: Companies): Promise<string[]> {
  const states = new Map<string, ServerState>()
  const all = [...companies.values()]
  await Promise.all(
    [...servers.values()].map(async (server) => {
      const own = all.filter((company) => company.server.name === server.name)
      states.set(server.name, await readServer(server, own.flatMap(databasesOf)))
    }),
  )
  const rows = all.flatMap((company) =>
    databasesOf(company).map((database) => [
      company.name,
      company.server.name,
      database,
      ...cellsOf(states.get(company.server.name)?.databases.get(database) ?? {}),
    ]),
  )
  const remarks = [...states.values()].flatMap((state) => state.remarks)
  return [...printTable([head, ...rows]), ...remarks]
}

/** A database's owner, as whom its program connects; undefined where the server does not answer. */
async function readOwner(server: DatabaseServer, database: string) {
  return withConnection(server, undefined, async (control) => {
    const [row] = await control.query<{ owner: string }>(
      "select pg_get_userbyid(datdba) as owner from pg_database where datname = $1",
      [database],
    )
    return row?.owner
  })
}

/** Where a company is, and the settings to give its programs, without the password. */
export async function describeCompany({ name, server, databases }: Company): Promise<string[]> {
  const lines = [`${name} is on ${server.name}.`]
  const settings = {
    DATABASE_URL: databases.dashboard,
    ...(databases.service !== undefined && { SERVICE_DATABASE_URL: databases.service }),
  }
  for (const [setting, database] of Object.entries(settings)) {
    const url = new URL(urlOf(server, database))
    url.username = encodeURIComponent(
      (await readOwner(server, database).catch((error: unknown) => {
        lines.push(`Who owns ${database} is not known: ${describeFault(error)}`)
      })) ?? "user",
    )
    lines.push(`${setting}=${url.href}`)
  }
  return lines
}
