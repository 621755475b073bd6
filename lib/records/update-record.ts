import {
  type Catalogue,
  CatalogueError,
  type PatchOperation,
  type PathParameters,
  type Row,
  type RowScope,
} from "@/lib/catalogue"
import { type DatabaseSession, lockTransaction, Parameters, quoteName } from "../db"
import { columnTypes } from "./column-types"
import { printRowTexts } from "./copy-text"
import { printProjection, printRecordSql } from "./projection"
import { rowConditions } from "./row-conditions"
import { findField, type RecordTable, requireField } from "./tables"

/** A record locked for the duration of the edit. */
export interface RecordEdit {
  /** Its fields as they are sent, including those that the operation omits. */
  readonly record: Row
  /**
   * The ids from `id` up to its root, by the field that names a record's parent. Empty if `id`
   * names nothing. Locks the tree: nobody else can move a record until the edit is done.
   */
  climb(field: string, id: string): Promise<string[]>
}

/**
 * Returns the fields to write, none if nothing changes. If it throws, the record stays unchanged.
 */
export type EditRecord = (edit: RecordEdit) => Promise<{ readonly [field: string]: unknown }>

interface UpdateParts {
  readonly catalogue: Catalogue
  readonly schema: string
  readonly table: RecordTable
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  readonly baseUrl: string
  readonly scope: RowScope
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const modifiedField = "lastModifiedDateTime"

const nameTable = ({ schema, table }: UpdateParts) =>
  `${quoteName(schema)}.${quoteName(table.name)}`

/** The visible record named by the path's last parameter. */
function recordCondition(
  { table, operation, parameters: given, scope }: UpdateParts,
  parameters: Parameters,
) {
  const idName = Object.keys(operation.parameters).at(-1)
  const id = idName === undefined ? undefined : given[idName]
  if (id === undefined)
    throw new CatalogueError(`${operation.id} has no parameter for the record's id.`)
  if (table.scope.length > 0)
    throw new CatalogueError(`${operation.id} changes a record that lives inside another.`)
  return [
    ...rowConditions(scope, table, parameters),
    `${table.key.sql} = ${columnTypes[table.key.kind].parameter(parameters.add(id))}`,
  ].join(" and ")
}

async function lockRecord(session: DatabaseSession, parts: UpdateParts): Promise<Row | undefined> {
  const parameters = new Parameters()
  const where = recordCondition(parts, parameters)
  const operation = { ...parts.operation, omits: [] }
  const [found] = await session.query<{ record: Row }>(
    `select row_to_json(record) as record from (
       select ${printProjection({ ...parts, operation, parameters })} from ${nameTable(parts)}
       where ${where} for update
     ) as record`,
    parameters.values,
  )
  return found?.record
}

async function climb(session: DatabaseSession, parts: UpdateParts, field: string, id: string) {
  const { table } = parts
  const [key, parent] = [table.key.sql, requireField(table, field).sql]
  await lockTransaction(session, { name: `${nameTable(parts)} ${field}` })
  const rows = await session.query<{ id: string }>(
    `with recursive line (id, parent) as (
       select ${key}, ${parent} from ${nameTable(parts)} where ${key} = $1::uuid
       union
       select up.${key}, up.${parent} from ${nameTable(parts)} as up join line on up.${key} = line.parent
     )
     select id from line`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** At least a millisecond later than before, even if the clock stands still or goes back. */
function nextModified({ clock }: UpdateParts, record: Row): string {
  const before = Date.parse(`${record[modifiedField]}`)
  return new Date(Number.isNaN(before) ? clock() : Math.max(clock(), before + 1)).toISOString()
}

/** Assigns the changed columns and the document, both printed from the whole record. */
function printAssignments(parts: UpdateParts, values: Row, record: Row, parameters: Parameters) {
  const { table } = parts
  const texts = printRowTexts(table, { values: { ...record, ...values } })
  const changed = Object.keys(values).map((field) => requireField(table, field))
  return [...new Set([...changed, table.document.column])].map(
    ({ name, sql, kind }) =>
      `${sql} = ${columnTypes[kind].parameter(parameters.add(texts.get(name) ?? null))}`,
  )
}

function printUpdate(
  parts: UpdateParts,
  record: Row,
  edited: { readonly [field: string]: unknown },
) {
  const { table } = parts
  const parameters = new Parameters()
  const isTimed = findField(table.columns, modifiedField) !== undefined
  const values = { ...edited, ...(isTimed && { [modifiedField]: nextModified(parts, record) }) }
  const assignments = printAssignments(parts, values, record, parameters)
  const where = recordCondition(parts, parameters)
  const text = `update ${nameTable(parts)} set ${assignments.join(", ")} where ${where}`
  return { text, values: parameters.values }
}

/** The record as the operation sends it. */
function printRead(parts: UpdateParts) {
  const parameters = new Parameters()
  const where = recordCondition(parts, parameters)
  const json = printRecordSql({ ...parts, parameters })
  const text = `select ${json} as json from ${nameTable(parts)} where ${where}`
  return { text, values: parameters.values }
}

/**
 * Changes one record in one transaction. Writes only the fields that the edit returns, and advances
 * `lastModifiedDateTime` if there are any. Returns the record as JSON text as the operation sends
 * it, or undefined if there is none.
 */
export const updateRecord = (
  session: DatabaseSession,
  parts: UpdateParts,
  edit: EditRecord,
): Promise<string | undefined> =>
  session.transaction(async (transaction) => {
    const record = await lockRecord(transaction, parts)
    if (!record) return undefined
    const values = await edit({
      record,
      climb: (field, id) => climb(transaction, parts, field, id),
    })
    if (Object.keys(values).length > 0) {
      const update = printUpdate(parts, record, values)
      await transaction.query(update.text, update.values)
    }
    const read = printRead(parts)
    const [row] = await transaction.query<{ json: string }>(read.text, read.values)
    return row?.json
  })
