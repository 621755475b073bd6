import type { Pool } from "pg"
import { createEditTables, type EditTables, hasEditTables } from "./edit-log-sql"
import { quoteName } from "./sql"

/** Makes the tables of edits, or what an older version lacks of them, also when several processes start at once; tables that are whole are not locked. */
export async function prepareEditTables(
  pool: Pool,
  { schema, tables }: { readonly schema: string; readonly tables: EditTables },
): Promise<void> {
  const { rows } = await pool.query<{ isThere: boolean }>(hasEditTables, [tables.item])
  if (!rows[0]?.isThere) await pool.query(createEditTables(quoteName(schema), tables))
}
