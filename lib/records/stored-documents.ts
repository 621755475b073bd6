import { createHash } from "node:crypto"
import { fitName, quoteName } from "../db"
import { printDocumentOf } from "./projection"
import type { RecordTable, RecordTables } from "./tables"

/** Tells whether stored documents have the forms that the catalogue gives them. */
export const digestForms = (tables: RecordTables): string =>
  createHash("sha256")
    .update(JSON.stringify([...tables.values()].map(({ name, document }) => [name, document.form])))
    .digest("hex")

/** Makes the documents of all rows of a table anew from their columns. */
export const printRenewal = (table: RecordTable, schema: string): string =>
  `update ${quoteName(schema)}.${quoteName(table.name)} set ${table.document.column.sql} = ${printDocumentOf(table)}`

/** Columns of documents as they were named when each form had one of its own. */
const formerColumn = /^document_[\da-f]{8}$/

/** What makes the documents of a table that stands in the database anew, in the one column that they have. */
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
