import { quoteName } from "@/lib/db/sql"
import { compareDatabases } from "./compare-tables"
import { connect, inTransaction, ServerError } from "./connections"
import { pipeDump } from "./dump-programs"
import type { Move } from "./move"
import { markDatabase, readComment } from "./move-mark"
import { analyze, countTexts, createLike, listSessions } from "./server-databases"

/** What a database is called while nobody may connect to it: a new name refuses everybody at once, a superuser too. */
const movingNameOf = (database: string) => `${database}_moving`

/** Throws who is connected, if anybody is. */
export async function requireNobody(
  { source }: Pick<Move, "source">,
  database: string,
): Promise<void> {
  const sessions = await listSessions(source, database)
  if (sessions.length > 0)
    throw new ServerError(
      source.server.name,
      `${database} is used by ${countTexts(sessions)}. Stop them first, or move with --by replication.`,
    )
}

/** Renames a database that nobody uses, which the server itself makes sure of. */
async function close(move: Move, database: string) {
  const { source } = move
  await requireNobody(move, database)
  const comment = await readComment(source, database)
  await inTransaction(source, async () => {
    await markDatabase(source, database, { role: "leaving", name: database, comment })
    await source.query(
      `alter database ${quoteName(database)} rename to ${quoteName(movingNameOf(database))}`,
    )
  })
}

async function copy(move: Move, database: string) {
  const { source, target, programs, report, signal } = move
  const present = movingNameOf(database)
  await createLike(source, present, { control: target, database })
  const from = { server: source.server, database: present }
  await pipeDump(programs, { from, to: { server: target.server, database } }, signal)
  const inside = await connect(source.server, present)
  const copied = await connect(target.server, database)
  try {
    await analyze(copied)
    const { tables, rows } = await compareDatabases(inside, copied)
    report(`${database}: ${tables} tables with ${rows.toLocaleString("en")} rows are equal.`)
  } finally {
    await Promise.all([inside.end(), copied.end()])
  }
}

/** Closes the databases, copies them and compares; answers since when they have been closed. */
export async function copyByDump(move: Move): Promise<number> {
  const since = performance.now()
  for (const database of move.databases) await close(move, database)
  move.report("Closed: nobody can connect until the move has ended.")
  for (const database of move.databases) await copy(move, database)
  return since
}
