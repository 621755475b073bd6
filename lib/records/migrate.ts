import { type Catalogue, CatalogueError } from "@/lib/catalogue"
import {
  type DatabaseSession,
  fitName,
  liftStatementTimeout,
  lockTransaction,
  type Pool,
  poolSession,
  quoteName,
} from "../db"
import { columnTypes } from "./column-types"
import { createContainerTable } from "./containers"
import { createSettingTable, ensureCursorKey } from "./settings"
import { documentPrefix, type Index, type RecordTable, type TableColumn, tablesOf } from "./tables"

export const defaultSchema = "reporting"

export interface MigrateOptions {
  readonly schema?: string
  /** Which of the tables' indexes there are to be, all unless told otherwise; others are dropped. */
  readonly keepsIndex?: (table: RecordTable, index: Index) => boolean
}

/** The columns that stand in the database, oldest first: their types by name, by table. */
type Existing = ReadonlyMap<string, ReadonlyMap<string, string>>

async function readExisting(session: DatabaseSession, schema: string): Promise<Existing> {
  const rows = await session.query<{ table: string; column: string; type: string }>(
    `select table_name as "table", column_name as "column", udt_name as "type"
     from information_schema.columns where table_schema = $1 order by ordinal_position`,
    [schema],
  )
  const existing = new Map<string, Map<string, string>>()
  for (const { table, column, type } of rows)
    existing.set(table, (existing.get(table) ?? new Map()).set(column, type))
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
function alterTable(
  name: string,
  table: RecordTable,
  existing: ReadonlyMap<string, string>,
): string[] {
  return table.columns.flatMap((column) => {
    const type = existing.get(column.name)
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

/** The documents' columns of a table: this version's, and of the others the newest, which the version before may still write. */
function documentColumns({ document }: RecordTable, existing: readonly string[]) {
  const own = document.column.name
  const others = existing.filter((name) => name.startsWith(documentPrefix) && name !== own)
  return { kept: [own, ...others.slice(-1)], dropped: others.slice(0, -1) }
}

/**
 * A version that changes a row and does not know of a document leaves it as it was: then it is not that of the
 * row any more, and is taken away. The trigger's name says of which columns it knows.
 */
function migrateDocuments(
  table: RecordTable,
  columns: readonly string[],
  { schema = defaultSchema, triggers }: MigrateOptions & { triggers: ReadonlySet<string> },
): string[] {
  const { kept, dropped } = documentColumns(table, columns)
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const trigger = fitName(`${table.name}_${kept.join("_")}`)
  const drops = dropped.map((column) => `alter table ${name} drop column ${quoteName(column)}`)
  if (triggers.has(trigger)) return drops
  const work = `${quoteName(schema)}.${quoteName(`take_${table.name}_documents`)}`
  const steps = kept
    .map(quoteName)
    .map(
      (column) =>
        `if new.${column} is not distinct from old.${column} then new.${column} := null; end if;`,
    )
  const stale = [...triggers].filter((known) => known.startsWith(`${table.name}_${documentPrefix}`))
  return [
    ...drops,
    ...stale.map((known) => `drop trigger ${quoteName(known)} on ${name}`),
    `create or replace function ${work}() returns trigger language plpgsql as $take$
     begin ${steps.join(" ")} return new; end $take$`,
    `create trigger ${quoteName(trigger)} before update on ${name}
     for each row execute function ${work}()`,
  ]
}

/** What stands in the database already. */
interface Standing {
  readonly columns: Existing
  /** The names of triggers, by table. */
  readonly triggers: ReadonlyMap<string, ReadonlySet<string>>
}

function migrateTable(table: RecordTable, standing: Standing, options: MigrateOptions): string[] {
  const name = `${quoteName(options.schema ?? defaultSchema)}.${quoteName(table.name)}`
  const columns = standing.columns.get(table.name)
  const shape = columns ? alterTable(name, table, columns) : [createTable(name, table)]
  const triggers = standing.triggers.get(table.name) ?? new Set()
  const documents = migrateDocuments(table, [...(columns?.keys() ?? [])], { ...options, triggers })
  return [...shape, ...documents, ...migrateIndexes(table, options)]
}

async function readTriggers(session: DatabaseSession, schema: string) {
  const rows = await session.query<{ table: string; triggers: string[] }>(
    `select relname as "table", array_agg(tgname::text) as triggers
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = to_regnamespace($1) and not tgisinternal group by relname`,
    [quoteName(schema)],
  )
  return new Map(rows.map(({ table, triggers }) => [table, new Set(triggers)]))
}

/**
 * Makes the schema fit the catalogue by adding what is missing: tables, optional columns, indexes, and
 * the tables `setting` and `container`. It removes nothing but indexes that are not to be, changes
 * nothing when run again, and waits for another process that is at it. Throws `CatalogueError` where adding is not enough.
 */
export async function migrate(
  pool: Pool,
  catalogue: Catalogue,
  options: MigrateOptions = {},
): Promise<void> {
  const { schema = defaultSchema } = options
  const tables = tablesOf(catalogue)
  await poolSession(pool).transaction(async (session) => {
    await lockTransaction(session, { name: `migrate ${schema}`, patient: true })
    await liftStatementTimeout(session)
    await session.query(`create schema if not exists ${quoteName(schema)}`)
    await session.query(createSettingTable(schema))
    for (const statement of createContainerTable(schema)) await session.query(statement)
    await ensureCursorKey(session, schema)
    const standing = {
      columns: await readExisting(session, schema),
      triggers: await readTriggers(session, schema),
    }
    for (const table of tables.values())
      for (const statement of migrateTable(table, standing, options)) await session.query(statement)
  })
}
