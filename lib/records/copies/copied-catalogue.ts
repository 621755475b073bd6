import { createHash } from "node:crypto"
import {
  type Catalogue,
  copySource,
  fieldsOf,
  type ListOperation,
  listOperations,
  type SingleOperation,
  singleOperations,
} from "@/lib/catalogue"
import { type DatabaseSession, quoteName } from "../../db"
import { columnTypes } from "../column-types"
import { seriesTables } from "../series/series-tables"
import { createSettings } from "../settings"
import { smallGroupTables } from "../small-groups/small-group-tables"
import { shapeOf, type TableColumn, tablesOf } from "../tables"
import { catalogueSetting, type SyncTables, syncTables, uncopied } from "./synced-list"

/**
 * What a list sends, and what reads it and finds its records again: its order, and the times that
 * filter and sort.
 */
function describeList(from: Catalogue, operation: ListOperation | SingleOperation) {
  const { version, path, record, nulls } = operation
  const sent = [version, path, record, Object.keys(fieldsOf(from, operation)), nulls]
  if (operation.kind === "single") return sent
  const { defaultSort, properties } = operation
  const times = Object.entries(properties).filter(([, { type }]) => type.startsWith("datetime"))
  return [...sent, defaultSort, times]
}

const describeColumn = ({ name, kind, nullable, source }: TableColumn) => [
  name,
  columnTypes[kind].sql,
  nullable,
  source.from === "field" && [source.names, shapeOf(source.field)],
]

/** Copies made under catalogues with the same digest mean the same. */
export function digestCatalogue(from: Catalogue): string {
  const lists = listOperations(from).filter((each) => copySource(from, each) === each)
  const copied = [...lists, ...singleOperations(from)].map((each) => describeList(from, each))
  const tables = [...tablesOf(from).values()].map(({ name, columns, document }) => [
    name,
    columns.map(describeColumn),
    document.form,
  ])
  return createHash("sha256")
    .update(JSON.stringify([copied, tables]))
    .digest("hex")
}

/** Resets every list that was copied or is to be, once pages being stored are stored. */
async function restartLists(session: DatabaseSession, tables: SyncTables): Promise<void> {
  await session.query(`update ${tables.list} set ${uncopied}`)
  await session.query(`delete from ${tables.operation}`)
}

/**
 * Drops the tables of records, whatever their catalogue, and the data computed from them. What was
 * disclosed of persons stays recorded.
 */
async function dropRecords(session: DatabaseSession, schema: string): Promise<void> {
  const { byLabel, byDepartment, due } = seriesTables(schema)
  for (const rollup of [byLabel, byDepartment, due]) await session.query(`delete from ${rollup}`)
  const groups = smallGroupTables(schema)
  await session.query(`insert into ${groups.due} select in_data_set_id from ${groups.state}`)
  const records = await session.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = $1 and column_name ~ '^document(_[0-9a-f]{8})?$'`,
    [schema],
  )
  for (const { name } of records)
    await session.query(`drop table ${quoteName(schema)}.${quoteName(name)}`)
}

/**
 * Resets all lists if the schema's copies were made under another catalogue. Which lists are
 * copied, and when, stays.
 */
export async function renewCopies(
  session: DatabaseSession,
  schema: string,
  catalogue: Catalogue,
): Promise<void> {
  const { readSetting, writeSetting } = createSettings(session, schema)
  const digest = digestCatalogue(catalogue)
  if ((await readSetting(catalogueSetting)) === digest) return
  await restartLists(session, syncTables(schema))
  await dropRecords(session, schema)
  await writeSetting(catalogueSetting, digest)
}
