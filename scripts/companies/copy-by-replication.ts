import { setTimeout as delay } from "node:timers/promises"
import { quoteName, quoteText } from "@/lib/db/sql"
import {
  compareDatabases,
  listSequences,
  listTables,
  readSequence,
  sqlNameOf,
  type Table,
} from "./compare-tables"
import { type Connection, connect, inTransaction, ServerError, secretUrlOf } from "./connections"
import { pipeDump } from "./dump-programs"
import type { Move } from "./move"
import { markDatabase, readComment } from "./move-mark"
import { analyze, createLike, endSessions } from "./server-databases"

/** How long a closed database may wait for its last changes to arrive, in ms. */
const patienceMs = 60_000

/** What is called so on both servers: a publication, a subscription and its slot. */
export const replicationNameOf = (oid: string) => `companies_move_${oid}`

/** A database on its way: a session in it on each side, which outlives its closing. */
interface Copying {
  readonly database: string
  readonly name: string
  readonly inside: Connection
  readonly copied: Connection
  /** Those that have to be copied while the database is closed. */
  readonly others: readonly Table[]
}

async function readOid(source: Connection, database: string): Promise<string> {
  const [row] = await source.query<{ oid: string }>(
    "select oid::text as oid from pg_database where datname = $1",
    [database],
  )
  return row?.oid ?? ""
}

/** Copies the schema and lets the target ask for the rows, and for every change from now on. */
async function begin(move: Move, database: string): Promise<Copying> {
  const { source, target, programs, report, signal } = move
  await createLike(source, database, { control: target, database })
  const comment = await readComment(source, database)
  const mark = { role: "leaving", name: database, comment, system: move.targetSystem } as const
  await markDatabase(source, database, mark)
  const from = { server: source.server, database }
  const to = { server: target.server, database }
  await pipeDump(programs, { from, to, schemaOnly: true }, signal)
  const inside = move.keep(await connect(source.server, database))
  const copied = move.keep(await connect(target.server, database))
  const tables = await listTables(inside)
  const replicated = tables.filter(({ isReplicated }) => isReplicated)
  const others = tables.filter(({ isReplicated }) => !isReplicated)
  const name = replicationNameOf(await readOid(source, database))
  const published = replicated.length > 0 ? `for table ${replicated.map(sqlNameOf).join(", ")}` : ""
  await inside.query(`create publication ${name} ${published}`)
  await copied.query(
    `create subscription ${name} connection ${quoteText(secretUrlOf(source.server, database))}
     publication ${name}`,
  )
  report(`${database}: ${replicated.length} tables are being copied while they are used.`)
  if (others.length > 0)
    report(
      `${database}: without a key, or not logged, and so copied while it is closed: ${others.map(({ name }) => name).join(", ")}.`,
    )
  return { database, name, inside, copied, others }
}

/** How many tables are still copied for the first time, and how many bytes of changes are on their way. */
async function readProgress({ source }: Move, { name, copied }: Copying) {
  const [tables] = await copied.query<{ left: number; faults: number }>(
    `select count(*) filter (where srsubstate <> 'r')::int as left,
       (select apply_error_count + sync_error_count from pg_stat_subscription_stats
        where subname = $1)::int as faults
     from pg_subscription_rel`,
    [name],
  )
  const [changes] = await source.query<{ bytes: string | null }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), max(replay_lsn))::text as bytes
     from pg_stat_replication where application_name = $1`,
    [name],
  )
  if (tables?.faults)
    throw new ServerError(
      copied.server.name,
      "it cannot store what it is sent; its log says why, such as no free worker or slot.",
    )
  return { left: tables?.left ?? 0, bytes: Number(changes?.bytes ?? Number.POSITIVE_INFINITY) }
}

const reportEveryMs = 10_000
/** Few enough to arrive in a moment. */
const fewBytes = 1_000_000

async function waitUntilCaughtUp(move: Move, copying: Copying) {
  for (let next = Date.now() + reportEveryMs; ; await delay(100)) {
    move.signal.throwIfAborted()
    const { left, bytes } = await readProgress(move, copying)
    if (left === 0 && bytes < fewBytes) return
    if (Date.now() < next) continue
    next += reportEveryMs
    move.report(`${copying.database}: ${left} tables are not whole yet.`)
  }
}

/** Lets nobody connect any more and ends who is connected; what they had committed stays. */
async function close({ source }: Move, { database, name, inside }: Copying) {
  await source.query(`alter database ${quoteName(database)} allow_connections false`)
  await endSessions(source, database, { application: name, pid: inside.pid })
  // Parallel workers connect, too.
  await inside.query("set max_parallel_workers_per_gather = 0")
}

/** Waits until all that was committed has arrived. */
async function awaitLastChange({ source, signal }: Move, { database, name, inside }: Copying) {
  // Commits that did not wait for the disk are sent when they are there; this one waits.
  await inside.query("set synchronous_commit = on")
  await inside.query("select pg_logical_emit_message(true, 'companies', '')")
  const [end] = await inside.query<{ position: string }>(
    "select pg_current_wal_flush_lsn()::text as position",
  )
  for (const deadline = Date.now() + patienceMs; ; await delay(20)) {
    signal.throwIfAborted()
    const rows = await source.query(
      "select from pg_stat_replication where application_name = $1 and replay_lsn >= $2::pg_lsn",
      [name, end?.position],
    )
    if (rows.length > 0) return
    if (Date.now() > deadline)
      throw new ServerError(source.server.name, `the last changes of ${database} did not arrive.`)
  }
}

const rowsAtOnce = 5000

/** Copies the rows of a table that is not replicated; triggers and foreign keys are not asked again. */
async function copyRows({ inside, copied }: Copying, table: Table) {
  const name = sqlNameOf(table)
  const columns = await inside.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
       and not attisdropped and attgenerated = ''`,
    [name],
  )
  const names = columns.map((column) => quoteName(column.name))
  const insert = `insert into ${name} (${names.join(", ")}) overriding system value
    select ${names.map((column) => `(whole).${column}`).join(", ")}
    from (select text::${name} as whole from unnest($1::text[]) text) texts`
  await inTransaction(inside, async () => {
    await inside.query(
      `declare one_table cursor for select (one_row.*)::text as text from ${name} one_row`,
    )
    await inTransaction(copied, async () => {
      await copied.query("set local session_replication_role = replica")
      for (;;) {
        const rows = await inside.query<{ text: string }>(`fetch ${rowsAtOnce} from one_table`)
        if (rows.length === 0) return
        await copied.query(insert, [rows.map(({ text }) => text)])
      }
    })
  })
}

async function copySequences({ inside, copied }: Copying) {
  for (const sequence of (await listSequences(inside)).map(sqlNameOf)) {
    const { last, called } = await readSequence(inside, sequence)
    await copied.query("select setval($1::regclass, $2, $3)", [sequence, last, called])
  }
}

/** Ends the subscription; its slot is dropped on the source's side, to which the target cannot connect any more. */
async function unsubscribe(
  { source, targetSystem }: Move,
  { database, name, inside, copied }: Copying,
) {
  await copied.query(`alter subscription ${name} disable`)
  await copied.query(`alter subscription ${name} set (slot_name = none)`)
  await copied.query(`drop subscription ${name}`)
  await dropSlots(inside, name, targetSystem)
  await endSessions(source, database, { pid: inside.pid })
  await inside.query(`drop publication ${name}`)
}

/** Drops the slot of a subscription of that system and those of its first copies, with what still reads from them. */
export async function dropSlots(inside: Connection, name: string, system: string): Promise<void> {
  const slots = `from pg_replication_slots where database = current_database()
    and (slot_name = $1 or slot_name ~ ('^pg_[0-9]+_sync_[0-9]+_' || $2 || '$'))`
  const values = [name, system]
  for (const deadline = Date.now() + 10_000; ; await delay(50)) {
    await inside.query(
      `select pg_terminate_backend(active_pid) ${slots} and active_pid is not null`,
      values,
    )
    const dropped = await inside
      .query(`select pg_drop_replication_slot(slot_name) ${slots}`, values)
      .then(
        () => true,
        (error: unknown) => {
          if (Date.now() > deadline) throw error
          return false
        },
      )
    if (dropped) return
  }
}

async function finish(move: Move, copying: Copying) {
  const { database, inside, copied, others } = copying
  await awaitLastChange(move, copying)
  for (const table of others) await copyRows(copying, table)
  await copySequences(copying)
  await unsubscribe(move, copying)
  const { tables, rows } = await compareDatabases(inside, copied)
  move.report(`${database}: ${tables} tables with ${rows.toLocaleString("en")} rows are equal.`)
  await Promise.all([inside.end(), copied.end()])
}

/** Copies the databases while they are used, closes them for the last changes and compares; answers since when they have been closed. */
export async function copyByReplication(move: Move): Promise<number> {
  const copyings: Copying[] = []
  for (const database of move.databases) copyings.push(await begin(move, database))
  for (const copying of copyings) {
    await waitUntilCaughtUp(move, copying)
    await analyze(copying.copied)
  }
  for (const copying of copyings) await waitUntilCaughtUp(move, copying)
  const since = performance.now()
  for (const copying of copyings) await close(move, copying)
  move.report("Closed: nobody can connect until the move has ended.")
  for (const copying of copyings) await finish(move, copying)
  return since
}
