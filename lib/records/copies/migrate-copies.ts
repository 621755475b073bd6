import { type Catalogue, effectiveSort, wholeLists } from "@/lib/catalogue"
import {
  type DatabaseSession,
  fitName,
  migrateTables,
  type Pool,
  poolSession,
  quoteName,
  snakeCase,
  type WantedIndex,
} from "../../db"
import { copyPlacements } from "../citus"
import { columnTypes } from "../column-types"
import { type ExistingTables, migrate, recordIndexes } from "../migrate"
import { migrateTexts } from "../migrate-texts"
import { readOrder } from "../order"
import { rollupTables } from "../series/series-tables"
import type { Index, RecordTable, RecordTables } from "../tables"
import { printPieces, printTexts, textsOf } from "../texts"
import { hasCatalogues, noteCatalogue, noteLeftTables } from "./copied-catalogues"
import { listOfRecord, locateCopies, sourceOfTable } from "./copied-tables"
import { type ListFingerprints, listFingerprints, sentColumns } from "./list-fingerprints"
import { disownedList } from "./sync-list-sql"
import { syncTables } from "./sync-tables"

/** The database schema that the copies are in. */
export const replicaSchema = "replica"

/**
 * Records without an id, such as data points, come by the million. Their copy is ordered by their times
 * alone: each other index would cost a first copy more than their rows do.
 */
function keepsIndex({ key, scope }: RecordTable, { columns }: Index): boolean {
  const target = columns[scope.length]
  const isTime = target !== undefined && columnTypes[target.kind].family === "time"
  return key.source.from === "field" || isTime
}

interface Located {
  readonly catalogue: Catalogue
  readonly schema: string
  readonly tables: RecordTables
  readonly existing: ExistingTables
}

/** Has each table say whose rows it holds, which a program whose rows come from another list heeds. */
async function markSources(session: DatabaseSession, located: Located): Promise<void> {
  const { catalogue, schema, tables, existing } = located
  for (const [record, { name }] of tables) {
    const source = sourceOfTable(listOfRecord(catalogue, record))
    if (existing.get(name)?.comment === source) continue
    const table = `${quoteName(schema)}.${quoteName(name)}`
    await session.query(`comment on table ${table} is '${source.replaceAll("'", "''")}'`)
  }
}

/**
 * Where a table is new there is no copy, whoever had made one. Lists of a version that knew no fingerprints
 * are ours where their table had all our columns when the first catalogue came that has fingerprints.
 */
async function adoptKnown(session: DatabaseSession, located: Located, prints: ListFingerprints) {
  const { list } = syncTables(located.schema)
  const isFirst = !(await hasCatalogues(session, located.schema))
  for (const [record, table] of located.tables) {
    const operation = listOfRecord(located.catalogue, record)?.id ?? ""
    const stored = located.existing.get(table.name)?.columns
    const disown = `update ${list} set ${disownedList} where operation = $1`
    if (!stored) await session.query(disown, [operation])
    const adopt = `update ${list} set fingerprint = $2 where operation = $1 and fingerprint is null`
    if (isFirst && stored && sentColumns(table).every((column) => stored.has(column.name)))
      await session.query(adopt, [operation, prints.get(operation)])
  }
}

/** The columns that a whole list opens by, and its texts, which are searched. */
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

/** Whether a data set holds points of persons is asked after every run that has changed any: of one that holds none all points would be read. */
const personIndexes = (record: string, table: RecordTable) =>
  record === "dataPoint"
    ? [
        {
          name: fitName(`${table.name}_persons`),
          definition: "(in_data_set_id) where user_id is not null",
        },
      ]
    : []

/** The indexes of the copies: those of their lists, of records with an id what whole lists are read by, and of points what finds those of persons. */
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

/** What is computed from points beside those of another version stands beside what is computed from those. */
async function createRollups(session: DatabaseSession, { schema, tables }: Located): Promise<void> {
  const points = tables.get("dataPoint")
  for (const { name, base } of points ? rollupTables(points.name) : []) {
    if (name === base) continue
    const table = (of: string) => `${quoteName(schema)}.${quoteName(of)}`
    await session.query(
      `create table if not exists ${table(name)} (like ${table(base)} including all)`,
    )
  }
}

/**
 * Makes the schema of the copies fit the catalogue (see `migrate`), and the tables beside the records the
 * numbered migrations. Tables that do not fit are left to the versions that have made them; answers ours.
 */
export async function migrateCopies(
  pool: Pool,
  catalogue: Catalogue,
  { schema }: { schema: string },
): Promise<RecordTables> {
  await migrateTables(pool, "replica", schema)
  await migrateTexts(poolSession(pool))
  const fingerprints = listFingerprints(catalogue)
  return migrate(pool, catalogue, {
    schema,
    wantedIndexes: (tables) => copyIndexes(catalogue, tables, schema),
    locateTables: (tables, existing) => locateCopies(catalogue, tables, existing),
    placements: copyPlacements,
    async afterwards(session, migrated) {
      const located = { ...migrated, catalogue, schema }
      await adoptKnown(session, located, fingerprints)
      await markSources(session, located)
      await createRollups(session, located)
      const names = [...migrated.tables.values()].map(({ name }) => name)
      await noteCatalogue(session, schema, { fingerprints, tables: names })
      const plain = [...migrated.tables.keys()].map(snakeCase)
      await noteLeftTables(
        session,
        schema,
        plain.filter((name) => migrated.existing.has(name)),
      )
    },
  })
}
