import { quoteName } from "@/lib/db/sql"
import type { Connection } from "./connections"

/** A table that holds rows itself, as a partition does. */
export interface Table {
  readonly schema: string
  readonly name: string
  /** Its columns with their types, in their order. */
  readonly columns: string
  /** Whether logical replication takes over every change of it: it is logged and its rows have an identity. */
  readonly isReplicated: boolean
}

export const sqlNameOf = ({ schema, name }: { schema: string; name: string }) =>
  `${quoteName(schema)}.${quoteName(name)}`

/** Conditions for what a dump holds: no system's, no temporary and no extension's own relation. */
const isOwn = `nspname !~ '^pg_' and nspname <> 'information_schema' and not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`

/** The tables of a database by schema and name. */
export const listTables = (connection: Connection): Promise<Table[]> =>
  connection.query<Table & { [column: string]: unknown }>(`
    select nspname as schema, relname as name,
      (select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      relpersistence = 'p' and (relreplident in ('f', 'i') or relreplident = 'd' and exists (
        select from pg_index where indrelid = c.oid and indisprimary)) as "isReplicated"
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and ${isOwn} order by 1, 2`)

/** The sequences of a database, those of identity columns among them. */
export const listSequences = (connection: Connection) =>
  connection.query<{ schema: string; name: string }>(`
    select nspname as schema, relname as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'S' and ${isOwn} order by 1, 2`)

const listIndexes = (connection: Connection) =>
  connection.query<{ schema: string; name: string }>(`
    select nspname as schema, relname as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'i' and ${isOwn} order by 1, 2`)

/** How a sequence goes on. */
export async function readSequence(connection: Connection, sequence: string) {
  const [row] = await connection.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${sequence}`,
  )
  return row ?? { last: "1", called: false }
}

/** The number of rows, and the sum of their digests, which does not depend on their order. */
const sumRows = (table: Table) => `
  select count(*)::text as rows,
    coalesce(sum(('x' || left(md5((one_row.*)::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
  from ${sqlNameOf(table)} one_row`

async function describeTable(connection: Connection, table: Table) {
  const [row] = await connection.query<{ rows: string; sum: string }>(sumRows(table))
  return { rows: Number(row?.rows), text: `${row?.rows} rows, checksum ${row?.sum}` }
}

const namesOf = (relations: readonly { schema: string; name: string }[]) =>
  relations.map(sqlNameOf).join(", ")

/** Reads two databases whole, at the same time: each table's columns, number and checksum of rows, names of indexes, how sequences go on. Throws a sentence where anything differs. */
export async function compareDatabases(source: Connection, target: Connection) {
  const both = <T>(read: (connection: Connection) => Promise<T>) =>
    Promise.all([read(source), read(target)])
  const differ = (what: string, [one, other]: readonly [string, string]) => {
    if (one === other) return
    throw new Error(
      `${source.database} differs on ${target.server.name} in ${what}: ${one} became ${other}.`,
    )
  }
  const [tables, copied] = await both(listTables)
  differ("its tables", [namesOf(tables), namesOf(copied)])
  const [indexes, copiedIndexes] = await both(listIndexes)
  differ("its indexes", [namesOf(indexes), namesOf(copiedIndexes)])
  let rows = 0
  for (const [at, table] of tables.entries()) {
    differ(`the columns of ${sqlNameOf(table)}`, [table.columns, copied[at]?.columns ?? ""])
    const [one, other] = await both((connection) => describeTable(connection, table))
    differ(sqlNameOf(table), [one.text, other.text])
    rows += one.rows
  }
  for (const sequence of (await listSequences(source)).map(sqlNameOf)) {
    const [one, other] = await both((connection) => readSequence(connection, sequence))
    differ(sequence, [JSON.stringify(one), JSON.stringify(other)])
  }
  return { tables: tables.length, rows }
}
