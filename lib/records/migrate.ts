import { type Catalogue, CatalogueError } from "@/lib/catalogue"
import {
  type DatabaseSession,
  hasFewRows,
  liftStatementTimeout,
  lockTransaction,
  type Pool,
  poolSession,
  printIndex,
  quoteName,
  type WantedIndex,
} from "../db"
import { isSpread, oneShardAtATime, type Placement, recordPlacements, spreadTables } from "./citus"
import { columnTypes } from "./column-types"
import { createContainerTable } from "./containers"
import { createSettings, createSettingTable, ensureCursorKey } from "./settings"
import { digestForms, migrateDocuments } from "./stored-documents"
import {
  defaultSchema,
  type Index,
  type RecordTable,
  type RecordTables,
  type TableColumn,
  tablesOf,
} from "./tables"

export interface MigrateOptions {
  readonly schema?: string
  /**
   * The indexes that should exist, by default all of the tables' own. Other indexes of theirs are
   * dropped.
   */
  readonly wantedIndexes?: (tables: RecordTables, schema: string) => readonly WantedIndex[]
  /**
   * Placements in a Citus cluster (see `spreadTables`). Defaults to those of the service's records.
   */
  readonly placements?: (tables: RecordTables) => Placement[]
  /**
   * Called in the transaction, after the settings are created and before the tables are migrated.
   */
  readonly beforehand?: (session: DatabaseSession) => Promise<void>
}

/** An existing table: the types of its columns by name. */
export type ExistingTable = ReadonlyMap<string, string>

type ExistingTables = ReadonlyMap<string, ExistingTable>

export async function readExistingTables(
  session: DatabaseSession,
  schema: string,
): Promise<ExistingTables> {
  const rows = await session.query<{ table: string; columns: [string, string][] }>(
    `select table_name as "table", json_agg(json_build_array(column_name, udt_name)) as columns
     from information_schema.columns where table_schema = $1 group by table_name`,
    [schema],
  )
  return new Map(rows.map(({ table, columns }) => [table, new Map(columns)]))
}

function defineColumn({ sql, kind, nullable, source }: TableColumn): string {
  const collation = kind === "string" ? ' collate "C"' : ""
  const identity = source.from === "database" ? " generated always as identity" : ""
  return `${sql} ${columnTypes[kind].sql}${collation}${nullable ? "" : " not null"}${identity}`
}

const createTable = (name: string, { columns, scope, key }: RecordTable) =>
  `create table ${name} (${columns.map(defineColumn).join(", ")},
   primary key (${[...scope, key].map(({ sql }) => sql).join(", ")}))`

/**
 * Adds what an existing table lacks, apart from documents. Throws if it contradicts the catalogue.
 */
function alterTable(name: string, table: RecordTable, stored: ExistingTable): string[] {
  const own = table.columns.filter((column) => column !== table.document.column)
  return own.flatMap((column) => {
    const type = stored.get(column.name)
    if (type === columnTypes[column.kind].sql) return []
    if (type === undefined && column.nullable)
      return [`alter table ${name} add column ${defineColumn(column)}`]
    throw new CatalogueError(
      `The stored table "${table.name}" does not fit the catalogue: "${column.name}" ${
        type === undefined ? "is missing and cannot be empty" : `is stored as ${type}`
      }. Only new tables and new optional fields are added by themselves.`,
    )
  })
}

const wantedIndex = (
  schema: string,
  table: RecordTable,
  { name, columns }: Index,
): WantedIndex => ({
  schema,
  table: table.name,
  name,
  definition: `(${columns.map(({ ordered }) => `(${ordered})`).join(", ")})`,
})

/** The indexes of the tables' lists: all, or those passed. */
export const recordIndexes = (
  tables: RecordTables,
  schema: string = defaultSchema,
  keepsIndex: (table: RecordTable, index: Index) => boolean = () => true,
): WantedIndex[] =>
  [...tables.values()].flatMap((table) =>
    table.indexes
      .filter((index) => keepsIndex(table, index))
      .map((index) => wantedIndex(schema, table, index)),
  )

async function readIndexNames(session: DatabaseSession, schema: string) {
  const text = "select indexname as name from pg_indexes where schemaname = $1"
  const rows = await session.query<{ name: string }>(text, [schema])
  return new Set(rows.map(({ name }) => name))
}

/**
 * Statements for missing indexes of small tables. The others are built in the background
 * (`startIndexBuilder`).
 */
async function migrateIndexes(
  session: DatabaseSession,
  table: RecordTable,
  { existing, indexes, wanted }: Standing,
  schema: string,
): Promise<string[]> {
  const own = wanted.filter((index) => index.table === table.name)
  const names = new Set(own.map(({ name }) => name))
  const drops = table.indexes
    .filter(({ name }) => indexes.has(name) && !names.has(name))
    .map(({ name }) => `drop index if exists ${quoteName(schema)}.${quoteName(name)}`)
  const missing = own.filter(({ name }) => !indexes.has(name))
  const isSmall =
    missing.length > 0 &&
    (!existing.has(table.name) || (await hasFewRows(session, { schema, table: table.name })))
  return isSmall ? [...drops, ...missing.map((index) => printIndex(index))] : drops
}

interface Standing {
  readonly existing: ExistingTables
  /** The names of its indexes. */
  readonly indexes: ReadonlySet<string>
  readonly wanted: readonly WantedIndex[]
  /** Whether its documents have the catalogue's forms. */
  readonly areFormed: boolean
}

function migrateTable(table: RecordTable, standing: Standing, schema: string): string[] {
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const stored = standing.existing.get(table.name)
  if (!stored) return [createTable(name, table)]
  const shape = alterTable(name, table, stored)
  return standing.areFormed ? shape : [...shape, ...migrateDocuments(table, schema, stored.keys())]
}

/** Setting that holds a digest of the forms of the stored documents. */
const formsSetting = "document_forms"

/**
 * Migrates the schema to the catalogue by adding what is missing: tables, optional columns, indexes
 * of small tables, and the tables `setting` and `container`. Documents are rewritten if their form
 * has changed. Removes nothing except unwanted indexes, is idempotent, and waits for another
 * process that is migrating. Throws `CatalogueError` if adding is not enough.
 */
export async function migrate(
  pool: Pool,
  catalogue: Catalogue,
  options: MigrateOptions = {},
): Promise<RecordTables> {
  const { schema = defaultSchema, beforehand } = options
  const { placements = recordPlacements, wantedIndexes = recordIndexes } = options
  const whole = poolSession(pool)
  const tables = tablesOf(catalogue)
  await whole.transaction(async (session) => {
    await lockTransaction(session, { name: `migrate ${schema}`, untimed: true })
    await liftStatementTimeout(session)
    const spread = await isSpread(session)
    if (spread) await session.query(oneShardAtATime)
    await session.query(`create schema if not exists ${quoteName(schema)}`)
    await session.query(createSettingTable(schema))
    for (const statement of createContainerTable(schema)) await session.query(statement)
    await ensureCursorKey(session, schema)
    await beforehand?.(session)
    const existing = await readExistingTables(session, schema)
    const settings = createSettings(session, schema)
    const forms = digestForms(tables)
    const standing = {
      existing,
      areFormed: (await settings.readSetting(formsSetting)) === forms,
      indexes: existing.size > 0 ? await readIndexNames(session, schema) : new Set<string>(),
      wanted: wantedIndexes(tables, schema),
    }
    for (const table of tables.values()) {
      // In one transaction a cluster would wait for itself. If this is interrupted, the next start
      // does the rest.
      const on = spread && existing.has(table.name) ? whole : session
      for (const statement of migrateTable(table, standing, schema)) await on.query(statement)
      const indexes = await migrateIndexes(on, table, standing, schema)
      if (on === session && indexes.length > 0) await on.query(indexes.join(";\n"))
      else for (const statement of indexes) await on.query(statement)
    }
    if (!standing.areFormed) await settings.writeSetting(formsSetting, forms)
  })
  await spreadTables(whole, schema, placements(tables))
  return tables
}
