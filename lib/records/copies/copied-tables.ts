import { type Catalogue, copySource, type ListOperation, listOperations } from "@/lib/catalogue"
import { fitName, type Pool, poolSession } from "../../db"
import { columnTypes } from "../column-types"
import { type ExistingTable, type ExistingTables, readExistingTables } from "../migrate"
import { type RecordTable, type RecordTables, renameTable, tablesOf } from "../tables"
import { shapeDigest } from "./list-fingerprints"

/** The list whose copies stand in a record's table; undefined where the record has none. */
export const listOfRecord = (from: Catalogue, record: string): ListOperation | undefined => {
  const list = listOperations(from).find((each) => each.record === record)
  return list && copySource(from, list)
}

/** What a table's comment says of where its rows come from. */
export const sourceOfTable = (list: ListOperation | undefined): string =>
  list ? `/${list.version}${list.path}` : ""

/** Whether the rows of a table can be kept in one that stands in the database; optional columns may still be missing there. */
function fits(table: RecordTable, source: string, { columns, comment }: ExistingTable): boolean {
  const own = new Map(table.columns.map((column) => [column.name, column]))
  const isKept = [...own.values()].every(({ name, kind, nullable }) => {
    const stored = columns.get(name)
    return stored ? stored.type === columnTypes[kind].sql : nullable
  })
  const isFillable = [...columns].every(([name, { isRequired }]) => !isRequired || own.has(name))
  const isSameKey = columns.has("row_id") === own.has("row_id")
  return isKept && isFillable && isSameKey && (comment === null || comment === source)
}

/**
 * Where the copies of a catalogue's records stand: in the table of the record's name, or, where one stands
 * there that does not fit, in one beside it whose name says its columns.
 */
export function locateCopies(
  from: Catalogue,
  tables: RecordTables,
  existing: ExistingTables,
): RecordTables {
  const locate = (record: string, table: RecordTable) => {
    const source = sourceOfTable(listOfRecord(from, record))
    const own = fitName(`${table.name}_${shapeDigest(table, source)}`)
    const stored = existing.get(table.name)
    const isOwn = existing.has(own) || (stored !== undefined && !fits(table, source, stored))
    return isOwn ? renameTable(table, own) : table
  }
  return new Map([...tables].map(([record, table]) => [record, locate(record, table)]))
}

/** The same, for who reads copies that `migrateCopies` has made a place for. */
export async function findCopies(
  pool: Pool,
  from: Catalogue,
  { schema }: { readonly schema: string },
): Promise<RecordTables> {
  const existing = await readExistingTables(poolSession(pool), schema)
  return locateCopies(from, tablesOf(from), existing)
}
