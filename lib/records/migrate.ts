import { type Catalogue, CatalogueError } from "@/lib/catalogue"
import {
  type DatabaseSession,
  liftStatementTimeout,
  lockTransaction,
  type Pool,
  poolSession,
  quoteName,
} from "../db"
import { isSpread, oneShardAtATime, type Placement, recordPlacements, spreadTables } from "./citus"
import { columnTypes } from "./column-types"
import { createContainerTable } from "./containers"
import { createSettingTable, ensureCursorKey } from "./settings"
import { migrateDocuments, readTriggers } from "./stored-documents"
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
  /** Which of the tables' indexes there are to be, all unless told otherwise; others are dropped. */
  readonly keepsIndex?: (table: RecordTable, index: Index) => boolean
  /** Under which names the tables stand, where not all under those of their records. */
  readonly locateTables?: (tables: RecordTables, existing: ExistingTables) => RecordTables
  /** Where the tables belong in a Citus cluster (see `spreadTables`); as the service's records unless told otherwise. */
  readonly placements?: (tables: RecordTables) => Placement[]
  /** Called at the end of the transaction. */
  readonly afterwards?: (session: DatabaseSession, migrated: Migrated) => Promise<void>
}

interface Migrated {
  readonly tables: RecordTables
  /** The tables as they stood before. */
  readonly existing: ExistingTables
}

/** A column that stands in the database; `isRequired` where a row has to bring a value. */
export interface ExistingColumn {
  readonly type: string
  readonly isRequired: boolean
}

/** A table that stands in the database: its columns by name, oldest first, and its comment. */
export interface ExistingTable {
  readonly columns: ReadonlyMap<string, ExistingColumn>
  readonly comment: string | null
}

export type ExistingTables = ReadonlyMap<string, ExistingTable>

interface ExistingRow extends ExistingColumn {
  readonly [column: string]: unknown
  readonly table: string
  readonly column: string
  readonly comment: string | null
}

export async function readExistingTables(
  session: DatabaseSession,
  schema: string,
): Promise<ExistingTables> {
  const rows = await session.query<ExistingRow>(
    `select table_name as "table", column_name as "column", udt_name as "type",
       is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isRequired",
       obj_description(format('%I.%I', table_schema, table_name)::regclass, 'pg_class') as comment
     from information_schema.columns where table_schema = $1 order by ordinal_position`,
    [schema],
  )
  const existing = new Map<
    string,
    { columns: Map<string, ExistingColumn>; comment: string | null }
  >()
  for (const { table, column, type, isRequired, comment } of rows) {
    const found = existing.get(table) ?? { columns: new Map(), comment }
    found.columns.set(column, { type, isRequired })
    existing.set(table, found)
  }
  return existing
}

function defineColumn({ sql, kind, nullable, source }: TableColumn): string {
  const collation = kind === "string" ? ' collate "C"' : ""
  const identity = source.from === "database" ? " generated always as identity" : ""
  return `${sql} ${columnTypes[kind].sql}${collation}${nullable ? "" : " not null"}${identity}`
}

const createTable = (name: string, { columns, scope, key }: RecordTable) =>
  `create table ${name} (${columns.map(defineColumn).join(", ")},
   primary key (${[...scope, key].map(({ sql }) => sql).join(", ")}))`

/** What an existing table lacks; throws where it holds something else than the catalogue says. */
function alterTable(name: string, table: RecordTable, { columns }: ExistingTable): string[] {
  return table.columns.flatMap((column) => {
    const type = columns.get(column.name)?.type
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

function migrateIndexes(
  table: RecordTable,
  { schema = defaultSchema, keepsIndex = () => true }: MigrateOptions,
): string[] {
  const within = quoteName(schema)
  return table.indexes.map((index) =>
    keepsIndex(table, index)
      ? `create index if not exists ${quoteName(index.name)} on ${within}.${quoteName(table.name)}
         (${index.columns.map(({ ordered }) => `(${ordered})`).join(", ")})`
      : `drop index if exists ${within}.${quoteName(index.name)}`,
  )
}

interface Standing {
  readonly existing: ExistingTables
  readonly triggers: ReadonlyMap<string, ReadonlySet<string>>
}

function migrateTable(table: RecordTable, standing: Standing, options: MigrateOptions): string[] {
  const { schema = defaultSchema } = options
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const stored = standing.existing.get(table.name)
  const shape = stored ? alterTable(name, table, stored) : [createTable(name, table)]
  const documents = migrateDocuments(table, {
    schema,
    columns: [...(stored?.columns.keys() ?? [])],
    triggers: standing.triggers.get(table.name) ?? new Set(),
  })
  return [...shape, ...documents, ...migrateIndexes(table, options)]
}

/**
 * Makes the schema fit the catalogue by adding what is missing: tables, optional columns, indexes, and
 * the tables `setting` and `container`. It removes nothing but indexes that are not to be, changes
 * nothing when run again, and waits for another process that is at it. Throws `CatalogueError` where adding is not enough.
 * Answers the tables as they stand.
 */
export async function migrate(
  pool: Pool,
  catalogue: Catalogue,
  options: MigrateOptions = {},
): Promise<RecordTables> {
  const { schema = defaultSchema, locateTables = (tables) => tables, afterwards } = options
  const { placements = recordPlacements } = options
  const whole = poolSession(pool)
  const tables = await whole.transaction(async (session) => {
    await lockTransaction(session, { name: `migrate ${schema}`, patient: true })
    await liftStatementTimeout(session)
    const spread = await isSpread(session)
    if (spread) await session.query(oneShardAtATime)
    await session.query(`create schema if not exists ${quoteName(schema)}`)
    await session.query(createSettingTable(schema))
    for (const statement of createContainerTable(schema)) await session.query(statement)
    await ensureCursorKey(session, schema)
    const existing = await readExistingTables(session, schema)
    const tables = locateTables(tablesOf(catalogue), existing)
    const standing = { existing, triggers: await readTriggers(session, schema) }
    for (const table of tables.values()) {
      // Of one transaction a cluster would wait for itself; what is left out by an end in between comes with the next start.
      const on = spread && existing.has(table.name) ? whole : session
      for (const statement of migrateTable(table, standing, options)) await on.query(statement)
    }
    await afterwards?.(session, { tables, existing })
    return tables
  })
  await spreadTables(whole, schema, placements(tables))
  return tables
}
