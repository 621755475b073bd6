import { copyFrom, liftStatementTimeout, quoteName, type Session } from "../db"
import { createRowEncoder, loadedColumns, type StoredRow } from "./copy-text"
import { withoutIndexes } from "./rebuild-indexes"
import type { Table } from "./tables"

export type StoredRows = AsyncIterable<StoredRow> | Iterable<StoredRow>

export interface LoadOptions {
  /**
   * Drops the table's indexes and builds them again after the rows: several times as fast for very many
   * rows, but nobody else reads or writes the table until the transaction ends.
   */
  readonly rebuildIndexes?: boolean
  /** Called before the first and after each index that is built again. */
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

/** Adds records by COPY, all or none, and renews the planner's statistics; answers how many. */
export async function loadRecords(
  session: Session,
  { schema, table }: { schema: string; table: Table },
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
