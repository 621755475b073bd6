import { type Pool, poolSession, quoteName, type Session } from "../../db"
import { createEditTables, type EditTables, hasEditTables, lockEditTables } from "./table-sql"

/** Makes the tables of edits, or what an older version lacks of them, also when several processes start at once; tables that are whole are not locked, also where somebody else has made them meanwhile. */
export async function prepareEditTables(
  pool: Pool,
  { schema, tables }: { readonly schema: string; readonly tables: EditTables },
): Promise<void> {
  const areThere = async (session: Session) =>
    (await session.query<{ isThere: boolean }>(hasEditTables, [tables.item]))[0]?.isThere === true
  const pooled = poolSession(pool)
  if (await areThere(pooled)) return
  await pooled.transaction(async (session) => {
    await session.query(lockEditTables)
    if (!(await areThere(session))) await session.query(createEditTables(quoteName(schema), tables))
  })
}
