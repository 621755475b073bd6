import type { Company } from "./companies-file"
import { type Connection, withConnection } from "./connections"
import { requireNobody } from "./copy-by-dump"
import { type DumpPrograms, findDumpPrograms } from "./dump-programs"
import type { Move, Way } from "./move"
import {
  listDatabases,
  listMissingRoles,
  listRoles,
  readServerFacts,
  type ServerFacts,
} from "./server-databases"

type Environment = Readonly<Record<string, string | undefined>>

interface Planned {
  readonly company: Company
  readonly databases: readonly string[]
  readonly source: Connection
  readonly target: Connection
  readonly by: Way
  readonly environment: Environment
}

interface Facts {
  readonly from: ServerFacts
  readonly to: ServerFacts
}

function* faultsOfServers({ source, target }: Planned, { from, to }: Facts): Generator<string> {
  const [one, other] = [source.server.name, target.server.name]
  if (from.system === to.system) yield `${one} and ${other} are the same PostgreSQL.`
  if (to.major < from.major)
    yield `${other} runs PostgreSQL ${to.major}, which is older than the ${from.major} of ${one}: databases move to the same version or a newer one.`
}

function* faultsOfReplication(
  { source, target, databases }: Planned,
  { from, to }: Facts,
): Generator<string> {
  const [one, other] = [source.server.name, target.server.name]
  if (from.walLevel !== "logical")
    yield `${one} has wal_level = ${from.walLevel}, and replication needs logical: set it, restart that server, or move with --by dump.`
  // One for the changes, and two for tables that are copied at the same time.
  const slots = 3 * databases.length
  if (from.freeSlots < slots)
    yield `${one} has ${from.freeSlots} free replication slots and ${slots} are needed: raise max_replication_slots.`
  for (const [name, { isSuperuser }] of [[one, from] as const, [other, to] as const])
    if (!isSuperuser)
      yield `replication needs a superuser, which the user in the url of ${name} is not.`
}

async function* faultsOfDatabases({ source, target, databases }: Planned): AsyncGenerator<string> {
  const [present, taken] = await Promise.all([listDatabases(source), listDatabases(target)])
  for (const database of databases) {
    if (taken.includes(database))
      yield `${target.server.name} has a database ${database} already. Rename it, or drop it if nobody needs it.`
    if (present.includes(database)) continue
    const others = present.filter((name) => name.startsWith(`${database}_mov`))
    const hint = others.length > 0 ? `, only ${others.join(", ")}` : ""
    yield `${source.server.name} has no database ${database}${hint}.`
  }
  const roles = new Set<string>()
  for (const database of databases)
    for (const { name } of await listRoles(source, database)) roles.add(name)
  const missing = await listMissingRoles(target, [...roles])
  if (missing.length > 0)
    yield `${target.server.name} lacks roles that own or use tables: ${missing.join(", ")}. Create them there, with their passwords.`
}

/** What logical replication leaves out, and the copying of what it leaves out does too. */
async function* faultsOfContent({ source, databases }: Planned): AsyncGenerator<string> {
  for (const database of databases) {
    const [row] = await withConnection(source.server, database, (inside) =>
      inside.query<{ views: string[]; objects: boolean }>(
        `select array(select relname::text from pg_class where relkind = 'm') as views,
           exists (select from pg_largeobject_metadata) as objects`,
      ),
    )
    if (row?.views.length)
      yield `${database} has materialized views (${row.views.join(", ")}), which are not replicated: move with --by dump.`
    if (row?.objects)
      yield `${database} has large objects, which are not replicated: move with --by dump.`
  }
}

/** Throws all that stands against a move, a line each; answers what the move needs to know of the machine and the target. */
export async function checkMove(
  planned: Planned,
): Promise<Pick<Move, "programs" | "targetSystem">> {
  const { company, source, target, by, environment } = planned
  const [from, to] = await Promise.all([readServerFacts(source), readServerFacts(target)])
  const faults = [...faultsOfServers(planned, { from, to })]
  for await (const fault of faultsOfDatabases(planned)) faults.push(fault)
  if (by === "replication") faults.push(...faultsOfReplication(planned, { from, to }))
  const programs: DumpPrograms | undefined = findDumpPrograms(from.major, environment)
  if (!programs)
    faults.push(
      `pg_dump and pg_restore of PostgreSQL ${from.major} or newer are needed here: install them, or name their folder in PG_BIN.`,
    )
  const present = await listDatabases(source)
  for (const database of planned.databases.filter((name) => present.includes(name)))
    if (by === "dump")
      await requireNobody({ source }, database).catch((error: Error) => faults.push(error.message))
  if (by === "replication" && faults.length === 0)
    for await (const fault of faultsOfContent(planned)) faults.push(fault)
  if (!programs || faults.length > 0)
    throw new Error(
      [`${company.name} cannot be moved:`, ...faults.map((fault) => `  ${fault}`)].join("\n"),
    )
  return { programs, targetSystem: to.system }
}
