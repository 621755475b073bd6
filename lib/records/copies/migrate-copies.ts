import { type Catalogue, effectiveSort, wholeLists } from "@/lib/catalogue"
import { fitName, migrateTables, type Pool, poolSession, type WantedIndex } from "../../db"
import { copyPlacements } from "../citus"
import { columnTypes } from "../column-types"
import { migrate, recordIndexes } from "../migrate"
import { migrateTexts } from "../migrate-texts"
import { readOrder } from "../order"
import type { Index, RecordTable, RecordTables } from "../tables"
import { printPieces, printTexts, textsOf } from "../texts"
import { renewCopies } from "./copied-catalogue"

/** The database schema of the copies. */
export const replicaSchema = "replica"

/**
 * Records without an id, such as data points, come by the million. Their copy is indexed by time
 * alone: every other index would cost a first copy more than the rows do.
 */
function keepsIndex({ key, scope }: RecordTable, { columns }: Index): boolean {
  const target = columns[scope.length]
  const isTime = target !== undefined && columnTypes[target.kind].family === "time"
  return key.source.from === "field" || isTime
}

/** Indexes for the default order of a whole list, and for text search. */
function wholeIndexes(catalogue: Catalogue, record: string, table: RecordTable) {
  const list = wholeLists(catalogue).find((each) => each.record === record)
  const hasId = table.key.source.from === "field"
  if (!list || !hasId) return []
  const order = readOrder(table, list, {}, effectiveSort(list, { filters: [], sort: [] }))
  const name = (kind: string) => fitName(`${table.name}_${kind}`)
  const columns = order.map(({ column }) => `(${column.ordered})`).join(", ")
  const texts = `using gin ((${printPieces(printTexts(table.columns))}))`
  return [
    ...(table.scope.length > 0 ? [{ name: name("whole"), definition: `(${columns})` }] : []),
    ...(textsOf(table.columns).length > 0 ? [{ name: name("texts"), definition: texts }] : []),
  ]
}

/**
 * After each run that changed points, a data set is checked for points of persons. Without this
 * index, one that has none would be scanned completely.
 */
const personIndexes = (record: string, table: RecordTable) =>
  record === "dataPoint"
    ? [
        {
          name: fitName(`${table.name}_persons`),
          definition: "(in_data_set_id) where user_id is not null",
        },
      ]
    : []

/**
 * The indexes of the copies: those of lists, those of whole lists for records with an id, and for
 * data points the one that finds points of persons.
 */
export const copyIndexes = (
  catalogue: Catalogue,
  tables: RecordTables,
  schema: string = replicaSchema,
): WantedIndex[] => [
  ...recordIndexes(tables, schema, keepsIndex),
  ...[...tables].flatMap(([record, table]) =>
    [...wholeIndexes(catalogue, record, table), ...personIndexes(record, table)].map((index) => ({
      schema,
      table: table.name,
      ...index,
    })),
  ),
]

/**
 * Migrates the schema of the copies to the catalogue (see `migrate`), and its other tables by
 * numbered migrations. Drops and restarts copies made under another catalogue. Returns the tables
 * of records.
 */
export async function migrateCopies(
  pool: Pool,
  catalogue: Catalogue,
  { schema }: { schema: string },
): Promise<RecordTables> {
  await migrateTables(pool, "replica", schema)
  await migrateTexts(poolSession(pool))
  return migrate(pool, catalogue, {
    schema,
    wantedIndexes: (tables) => copyIndexes(catalogue, tables, schema),
    placements: copyPlacements,
    beforehand: (session) => renewCopies(session, schema, catalogue),
  })
}
