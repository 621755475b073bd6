import {
  byIdFields,
  type Catalogue,
  CatalogueError,
  computedFieldsOf,
  type Field,
  fieldsOf,
  findOperation,
  isScalar,
  type ListOperation,
  listOperations,
  type Operation,
  ownValue,
  type Property,
  pathIdsOf,
  type QueryType,
  type RecordType,
  versions,
} from "@/lib/catalogue"
import { fitName, quoteName, quoteText, snakeCase } from "../db"
import { type ColumnKind, columnTypes, isComparable } from "./column-types"
import { printTexts } from "./texts"

/** The database schema of the service's records. */
export const defaultSchema = "reporting"

export interface TableColumn {
  readonly name: string
  /** The name as statements use it. */
  readonly sql: string
  /** The expression that orders and indexes use (see `orderedLength`). */
  readonly ordered: string
  readonly kind: ColumnKind
  readonly nullable: boolean
  /**
   * Source of the value: a path parameter, a field by any of its names, the whole record, other
   * columns, or the database itself.
   */
  readonly source:
    | { readonly from: "scope"; readonly parameter: string }
    | { readonly from: "field"; readonly names: readonly string[]; readonly field: Field }
    | { readonly from: "record" }
    | { readonly from: "columns" }
    | { readonly from: "database" }
}

export interface Index {
  readonly name: string
  readonly columns: readonly TableColumn[]
}

/**
 * A field as an operation sends it: a constant, a column's value, or the URL of the record's by-id
 * operation, after the API's base URL.
 */
export interface SentField {
  readonly name: string
  readonly value:
    | { readonly from: "constant"; readonly constant: boolean | null }
    | { readonly from: "column"; readonly column: TableColumn; readonly isFilled: boolean }
    | { readonly from: "link"; readonly parts: readonly (string | TableColumn)[] }
}

/**
 * The column that holds a record's JSON, its fields in order, a description of their form, and the
 * ids of the operations that send it unchanged.
 */
export interface StoredDocument {
  readonly column: TableColumn
  readonly fields: readonly SentField[]
  readonly form: string
  readonly sentBy: ReadonlySet<string>
}

/** The table of one record type. `key` is unique within the scope. */
export interface RecordTable {
  readonly name: string
  readonly record: RecordType
  readonly scope: readonly TableColumn[]
  readonly key: TableColumn
  readonly document: StoredDocument
  /** Columns that lists send as null and a copy by id fills. */
  readonly byId: readonly TableColumn[]
  /** All stored columns, including the document. */
  readonly columns: readonly TableColumn[]
  /**
   * Computed from stored columns here or in other tables. Empty before `withComputed`, which knows
   * where those are.
   */
  readonly computed: readonly TableColumn[]
  readonly indexes: readonly Index[]
}

/** All tables by record name. */
export type RecordTables = ReadonlyMap<string, RecordTable>

const column = (
  name: string,
  kind: ColumnKind,
  source: TableColumn["source"],
  nullable = false,
): TableColumn => {
  if (fitName(name) !== name) throw new CatalogueError(`The name "${name}" is too long to store.`)
  const sql = quoteName(name)
  return { name, sql, ordered: columnTypes[kind].ordered(sql), kind, nullable, source }
}

const isStored = (field: Field) =>
  field.type !== "url" && field.sameAs === undefined && field.deprecated?.constant === undefined

function fieldColumns({ fields, hidden = {} }: RecordType): TableColumn[] {
  const all = Object.entries({ ...fields, ...hidden })
  return all.flatMap(([name, field]) => {
    if (!isStored(field)) return []
    const aliases = all.flatMap(([alias, other]) => (other.sameAs === name ? [alias] : []))
    const kind = field.type === "object" || field.type === "array" ? "json" : field.type
    if (kind === "url") return []
    const source = { from: "field", names: [name, ...aliases], field } as const
    return [column(snakeCase(name), kind, source, name !== "id")]
  })
}

const scopeColumns = ({ scope }: RecordType): TableColumn[] =>
  scope.map((parameter) =>
    column(`in_${snakeCase(parameter)}`, "guid", { from: "scope", parameter }),
  )

const rowId = column("row_id", "integer", { from: "database" })

/** All readable texts of a record as one, matched by `search`. */
const searchColumn = ({ columns }: RecordTable): TableColumn => {
  const sql = printTexts(columns)
  return {
    name: "search",
    sql,
    ordered: sql,
    kind: "string",
    nullable: true,
    source: { from: "record" },
  }
}

/** A column computed from stored ones, evaluated by the statements that need it. */
export const computedColumn = (name: string, kind: ColumnKind, sql: string): TableColumn => ({
  name,
  sql,
  ordered: columnTypes[kind].ordered(sql),
  kind,
  nullable: true,
  source: { from: "columns" },
})

/** A member of the objects in a JSON column, read from its text. */
function memberColumn(
  table: RecordTable,
  type: QueryType,
  { field, member }: NonNullable<Property["memberOf"]>,
): TableColumn {
  const text = `(${requireField(table, field).sql} ->> ${quoteText(member)})`
  const sql = type === "string" ? `(${text} collate "C")` : columnTypes[type].parameter(text)
  return computedColumn(`${field}.${member}`, type, sql)
}

/** Name of the column that holds the ancestors of a place, including itself. */
export const aboveName = (place: string): string => `${place}.above`

/** The column of a computed field. Undefined if the record has no such field. */
export const computedField = ({ computed }: RecordTable, name: string): TableColumn | undefined =>
  computed.find((column) => column.name === name)

function columnOf(table: RecordTable, property: Property, name: string) {
  const { type, field, parent, speaksOf, memberOf, withinOf } = property
  if (speaksOf === "all-texts") return searchColumn(table)
  if (withinOf !== undefined) return computedField(table, aboveName(withinOf))
  if (memberOf) return memberColumn(table, type, memberOf)
  if (parent !== undefined) return scopeColumn(table, parent)
  return findField(table.columns, field ?? name) ?? computedField(table, name)
}

/** The column of a path parameter. */
export const scopeColumn = (
  { scope }: Pick<RecordTable, "scope">,
  parameter: string,
): TableColumn | undefined =>
  scope.find(({ source }) => source.from === "scope" && source.parameter === parameter)

/** The column that a list property filters and sorts by. Throws if the record has none. */
export function propertyColumn(
  table: RecordTable,
  operation: ListOperation,
  name: string,
): TableColumn {
  const property = ownValue(operation.properties, name)
  const found = property && columnOf(table, property, name)
  if (!found || !isComparable(property.type, found.kind))
    throw new CatalogueError(`${operation.id} queries "${name}", which its record does not store.`)
  return found
}

/** The column of a field, by any of its names. */
export const findField = (
  columns: readonly TableColumn[],
  field: string,
): TableColumn | undefined =>
  columns.find(({ source }) => source.from === "field" && source.names.includes(field))

/** Like `findField`, but throws if the record does not store it. */
export function requireField(
  { name, columns }: Pick<RecordTable, "name" | "columns">,
  field: string,
) {
  const found = findField(columns, field)
  if (!found) throw new CatalogueError(`${name} does not store "${field}".`)
  return found
}

const indexName = (table: string, columns: readonly TableColumn[]) =>
  fitName(`${table}_by_${columns.map(({ name }) => name).join("_")}`)

/** One index per order and guid that a list of the record supports, scope first and key last. */
function indexesOf(table: RecordTable, lists: readonly ListOperation[]): Index[] {
  const indexed = new Set<TableColumn>()
  for (const operation of lists)
    for (const [name, { type, sort }] of Object.entries(operation.properties)) {
      const target = propertyColumn(table, operation, name)
      if ((sort || type === "guid") && target !== table.key) indexed.add(target)
    }
  return [...indexed].map((target) => {
    const columns = [...table.scope, target, table.key]
    return { name: indexName(table.name, [target]), columns }
  })
}

function requireDistinct(table: string, columns: readonly TableColumn[]): void {
  const names = columns.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined)
    throw new CatalogueError(`The table "${table}" would have two columns "${repeated}".`)
}

type Stored = Pick<RecordTable, "scope" | "key" | "columns">

/** The parts of a by-id operation's path, filled with the record's scope and id. */
function linkParts(from: Catalogue, { scope, key }: Stored, operationId: string) {
  const target = findOperation(from, operationId)
  if (target?.kind !== "single")
    throw new CatalogueError(`A field links to "${operationId}", which is no by-id operation.`)
  const inScope = (parameter: string) => scopeColumn({ scope }, parameter)
  const path = target.path.split(/\{(\w+)\}/)
  return [
    `/${target.version}`,
    ...path.map((part, index) => (index % 2 === 0 ? part : (inScope(part) ?? key))),
  ].filter((part) => part !== "")
}

function sentValue(from: Catalogue, stored: Stored, operation: Operation, name: string) {
  const field = fieldsOf(from, operation)[name]
  const nothing = { from: "constant", constant: null } as const
  if (!field || operation.nulls?.includes(name)) return nothing
  const constant = field.deprecated?.constant
  if (constant !== undefined) return { from: "constant", constant } as const
  if (field.link !== undefined)
    return { from: "link", parts: linkParts(from, stored, field.link) } as const
  if (field.type === "url") return nothing
  const column = findField(stored.columns, name)
  if (!column) throw new CatalogueError(`${operation.record} does not store "${name}".`)
  return { from: "column", column, isFilled: operation.filled?.includes(name) === true } as const
}

/**
 * The fields that an operation sends from the record, in the catalogue's order. Throws if the
 * record does not store one.
 */
export function sentFields(from: Catalogue, stored: Stored, operation: Operation): SentField[] {
  const added = new Set([
    ...pathIdsOf(operation),
    ...Object.keys(computedFieldsOf(from, operation)),
  ])
  const own = Object.keys(fieldsOf(from, operation)).filter((name) => !added.has(name))
  return own.map((name) => {
    if (fitName(name) !== name) throw new CatalogueError(`The name "${name}" is too long to send.`)
    return { name, value: sentValue(from, stored, operation, name) }
  })
}

/** A field's stored form, including nested fields. */
export function shapeOf(field: Field): unknown {
  if (isScalar(field)) return field.type
  if (field.type === "array") return [shapeOf(field.items)]
  return Object.entries(field.fields).map(([name, inner]) => [name, shapeOf(inner)])
}

/**
 * Describes the names and values of sent fields. Operations with the same form send the same bytes.
 */
function describeForm(fields: readonly SentField[]): string {
  const describeValue = ({ value }: SentField) => {
    if (value.from === "constant") return value.constant
    if (value.from === "link")
      return value.parts.map((part) => (typeof part === "string" ? part : [part.name]))
    const { column, isFilled } = value
    const { source } = column
    return [column.name, isFilled, source.from === "field" && shapeOf(source.field)]
  }
  return JSON.stringify(fields.map((field) => [field.name, describeValue(field)]))
}

/** Number of newer versions. */
const ageOf = ({ version }: Operation) =>
  (versions as readonly string[]).toReversed().indexOf(version)

/**
 * The operation whose form of a record is stored: the newest list, or the one that sends it by id.
 */
function documentOperation(from: Catalogue, recordName: string): Operation {
  const [operation] = from.operations
    .filter(({ record, kind }) => record === recordName && kind !== "patch")
    .toSorted(
      (one, other) =>
        Number(other.kind === "list") - Number(one.kind === "list") || ageOf(one) - ageOf(other),
    )
  if (!operation) throw new CatalogueError(`Nothing sends the record "${recordName}".`)
  return operation
}

function documentOf(from: Catalogue, stored: Stored, recordName: string): StoredDocument {
  const fields = sentFields(from, stored, documentOperation(from, recordName))
  const link = fields.findLastIndex(({ value }) => value.from === "link")
  const isNested = ({ value }: SentField) => value.from === "column" && value.column.kind === "json"
  if (
    fields
      .slice(0, Math.max(0, link))
      .some((field) => isNested(field) || field.value.from === "link")
  )
    throw new CatalogueError(`"${recordName}" links to itself once, before what is nested.`)
  const form = describeForm(fields)
  const sentBy = from.operations.filter(
    (operation) =>
      operation.record === recordName && describeForm(sentFields(from, stored, operation)) === form,
  )
  return {
    column: column("document", "string", { from: "record" }),
    fields,
    form,
    sentBy: new Set(sentBy.map(({ id }) => id)),
  }
}

function tableOf(from: Catalogue, recordName: string, record: RecordType): RecordTable {
  const name = snakeCase(recordName)
  const scope = scopeColumns(record)
  const fields = fieldColumns(record)
  const id = findField(fields, "id")
  const stored = { scope, key: id ?? rowId, columns: [...scope, ...(id ? [] : [rowId]), ...fields] }
  const document = documentOf(from, stored, recordName)
  const columns = [...stored.columns, document.column]
  requireDistinct(name, columns)
  const lists = listOperations(from).filter((operation) => operation.record === recordName)
  const names = lists.flatMap((operation) => byIdFields(from, operation))
  const byId = names.flatMap((each) => findField(fields, each) ?? [])
  const table = { ...stored, name, record, document, byId, columns, computed: [], indexes: [] }
  return { ...table, indexes: indexesOf(table, lists) }
}

/** The tables for a catalogue's records. Throws `CatalogueError` if it contradicts itself. */
export const tablesOf = (from: Catalogue): RecordTables =>
  new Map(Object.entries(from.records).map(([name, record]) => [name, tableOf(from, name, record)]))

/** The table of a record. Throws if the catalogue has no such record. */
export function requireTable(tables: RecordTables, recordName: string): RecordTable {
  const table = tables.get(recordName)
  if (!table) throw new CatalogueError(`The catalogue has no record named "${recordName}".`)
  return table
}
