import { copyFrom, type DatabaseSession, liftStatementTimeout, quoteName } from "../db"
import { createRowEncoder, loadedColumns, type StoredRow } from "./copy-text"
import type { RecordTable } from "./tables"

interface IndexRow {
  readonly index: string
  readonly schema: string
  /**
   * The statement that creates it. For a primary key or unique constraint, its name and definition.
   */
  readonly definition: string
  readonly constraint: string | null
  readonly rule: string | null
}

/** Memory for sorting index entries. Reset when the transaction ends. */
const sortMemory = "256MB"

const listIndexes = `
  select class.relname as index, class.relnamespace::regnamespace::text as schema,
    pg_get_indexdef(class.oid) as definition,
    con.conname as constraint, pg_get_constraintdef(con.oid) as rule
  from pg_index join pg_class class on class.oid = indexrelid
    left join pg_constraint con on con.conindid = indexrelid and con.contype in ('p', 'u', 'x')
  where indrelid = $1::regclass and indisvalid
  order by con.conname is null, class.relname`

const dropIndex = (table: string, { index, schema, constraint }: IndexRow) =>
  constraint === null
    ? `drop index ${schema}.${quoteName(index)}`
    : `alter table ${table} drop constraint ${quoteName(constraint)}`

const buildIndex = (table: string, { definition, constraint, rule }: IndexRow) =>
  constraint === null
    ? definition
    : `alter table ${table} add constraint ${quoteName(constraint)} ${rule}`

/**
 * Runs the work with the table's indexes dropped, then rebuilds them, the primary key first. Needs
 * an open transaction: if the work throws, the indexes are restored by rollback.
 */
export async function withoutIndexes(
  session: DatabaseSession,
  table: string,
  work: () => Promise<void>,
  onIndex: (built: number, all: number) => void,
): Promise<void> {
  const indexes = await session.query<IndexRow & { [column: string]: unknown }>(listIndexes, [
    table,
  ])
  for (const index of indexes) await session.query(dropIndex(table, index))
  await work()
  await session.query(`set local maintenance_work_mem = '${sortMemory}'`)
  onIndex(0, indexes.length)
  for (const [done, index] of indexes.entries()) {
    await session.query(buildIndex(table, index))
    onIndex(done + 1, indexes.length)
  }
}

export type StoredRows = AsyncIterable<StoredRow> | Iterable<StoredRow>

export interface LoadOptions {
  /**
   * Drops the table's indexes and rebuilds them after loading. Several times as fast for very many
   * rows, but blocks all other readers and writers until the transaction ends.
   */
  readonly rebuildIndexes?: boolean
  /** Called before the first rebuild and after each. */
  readonly onIndex?: (built: number, all: number) => void
}

function* encodeEach(rows: Iterable<StoredRow>, encode: (row: StoredRow) => string) {
  for (const row of rows) yield encode(row)
}

async function* encodeEachLater(
  rows: AsyncIterable<StoredRow>,
  encode: (row: StoredRow) => string,
) {
  for await (const row of rows) yield encode(row)
}

/** Adds records by COPY, all or none, and runs ANALYZE. Returns the number of records. */
export async function loadRecords(
  session: DatabaseSession,
  { schema, table }: { schema: string; table: RecordTable },
  rows: StoredRows,
  { rebuildIndexes = false, onIndex = () => {} }: LoadOptions = {},
): Promise<number> {
  const encodeRow = createRowEncoder(table)
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const columns = loadedColumns(table).map(({ sql }) => sql)
  let count = 0
  const encode = (row: StoredRow) => {
    count += 1
    return encodeRow(row)
  }
  const lines = Symbol.iterator in rows ? encodeEach(rows, encode) : encodeEachLater(rows, encode)
  await session.transaction(async (transaction, client) => {
    await liftStatementTimeout(transaction)
    const copy = () => copyFrom(client, `copy ${name} (${columns.join(", ")}) from stdin`, lines)
    await (rebuildIndexes ? withoutIndexes(transaction, name, copy, onIndex) : copy())
    if (count > 0) await transaction.query(`analyze ${name}`)
  })
  return count
}
