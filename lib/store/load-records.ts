import { copyFrom } from "./copy-from"
import { createRowEncoder, loadedColumns, type StoredRow } from "./copy-text"
import { liftStatementTimeout, type Session } from "./session"
import { quoteName } from "./sql"
import type { Table } from "./tables"

export type StoredRows = AsyncIterable<StoredRow> | Iterable<StoredRow>

/** Adds records by COPY, all or none, and renews the planner's statistics; answers how many. */
export async function loadRecords(
  session: Session,
  schema: string,
  table: Table,
  rows: StoredRows,
): Promise<number> {
  const encode = createRowEncoder(table)
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const columns = loadedColumns(table).map(({ sql }) => sql)
  let count = 0
  async function* encodeRows() {
    for await (const row of rows) {
      yield encode(row)
      count += 1
    }
  }
  await session.transaction(async (transaction, client) => {
    await liftStatementTimeout(transaction)
    await copyFrom(client, `copy ${name} (${columns.join(", ")}) from stdin`, encodeRows())
    if (count > 0) await transaction.query(`analyze ${name}`)
  })
  return count
}
