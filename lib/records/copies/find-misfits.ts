import type { Catalogue } from "@/lib/catalogue"
import { type Pool, poolSession } from "../../db"
import { columnTypes } from "../column-types"
import { type ExistingTable, readExistingTables } from "../migrate"
import { type RecordTable, tablesOf } from "../tables"

const fitsWhole = ({ columns }: RecordTable, stored: ExistingTable | undefined) =>
  columns.every(({ name, kind }) => stored?.get(name) === columnTypes[kind].sql)

/**
 * Records whose tables this program cannot read, because the table or a column is missing. None
 * before the first migration.
 */
export async function findMisfits(
  pool: Pool,
  from: Catalogue,
  { schema }: { readonly schema: string },
): Promise<readonly string[]> {
  const existing = await readExistingTables(poolSession(pool), schema)
  const tables = [...tablesOf(from)]
  if (!tables.some(([, { name }]) => existing.has(name))) return []
  const misfits = tables.filter(([, table]) => !fitsWhole(table, existing.get(table.name)))
  return misfits.map(([record]) => record)
}
