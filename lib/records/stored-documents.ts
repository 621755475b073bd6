import { createHash } from "node:crypto"
import { fitName, quoteName } from "../db"
import { printDocumentOf } from "./projection"
import type { RecordTable, RecordTables } from "./tables"

/** Digest that shows whether stored documents have the catalogue's forms. */
export const digestForms = (tables: RecordTables): string =>
  createHash("sha256")
    .update(JSON.stringify([...tables.values()].map(({ name, document }) => [name, document.form])))
    .digest("hex")

/** Rebuilds the documents of all rows of a table from their columns. */
export const printRenewal = (table: RecordTable, schema: string): string =>
  `update ${quoteName(schema)}.${quoteName(table.name)} set ${table.document.column.sql} = ${printDocumentOf(table)}`

/** Former names of document columns, when each form had its own. */
const formerColumn = /^document_[\da-f]{8}$/

/** Rebuilds the documents of an existing table in its single document column. */
export function migrateDocuments(
  table: RecordTable,
  schema: string,
  columns: Iterable<string>,
): string[] {
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const { sql } = table.document.column
  const former = [...columns].filter((column) => formerColumn.test(column))
  const formerTrigger = `${quoteName(schema)}.${quoteName(fitName(`take_${table.name}_documents`))}`
  return [
    `alter table ${name} add column if not exists ${sql} text collate "C"`,
    printRenewal(table, schema),
    `alter table ${name} alter column ${sql} set not null`,
    `drop function if exists ${formerTrigger}() cascade`,
    ...former.map((column) => `alter table ${name} drop column ${quoteName(column)}`),
  ]
}
