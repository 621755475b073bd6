import type { Catalogue } from "@/lib/catalogue"
import { type Pool, poolSession } from "../../db"
import { columnTypes } from "../column-types"
import { type ExistingTable, readExistingTables } from "../migrate"
import { type RecordTable, tablesOf } from "../tables"
import { locateCopies } from "./copied-tables"

const fitsWhole = ({ columns }: RecordTable, stored: ExistingTable) =>
  columns.every(({ name, kind }) => stored.columns.get(name)?.type === columnTypes[kind].sql)

/** The records whose copies stand in tables that this program cannot read: gone, or without a column; none before the first tables are made. */
export async function findMisfits(
  pool: Pool,
  from: Catalogue,
  { schema }: { readonly schema: string },
): Promise<readonly string[]> {
  const existing = await readExistingTables(poolSession(pool), schema)
  const located = locateCopies(from, tablesOf(from), existing)
  if (![...tablesOf(from).values()].some(({ name }) => existing.has(name))) return []
  return [...located].flatMap(([record, table]) => {
    const stored = existing.get(table.name)
    return stored && fitsWhole(table, stored) ? [] : [record]
  })
}
