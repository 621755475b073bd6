import {
  type Catalogue,
  CatalogueError,
  type Field,
  type ListOperation,
  listOperations,
  ownValue,
  type RecordType,
} from "@/lib/catalogue"
import { fitName, quoteName, snakeCase } from "../db"
import { type ColumnKind, columnTypes, isComparable } from "./column-types"

export interface TableColumn {
  readonly name: string
  /** The name as statements use it. */
  readonly sql: string
  /** The expression that orders and indexes use (see `orderedLength`). */
  readonly ordered: string
  readonly kind: ColumnKind
  readonly nullable: boolean
  /** Where its value comes from: a path parameter, a field under any of its names, or the database itself. */
  readonly source:
    | { readonly from: "scope"; readonly parameter: string }
    | { readonly from: "field"; readonly names: readonly string[]; readonly field: Field }
    | { readonly from: "database" }
}

export interface Index {
  readonly name: string
  readonly columns: readonly TableColumn[]
}

/** Where the records of one type are kept; `key` is unique within the scope. */
export interface RecordTable {
  readonly name: string
  readonly record: RecordType
  readonly scope: readonly TableColumn[]
  readonly key: TableColumn
  readonly columns: readonly TableColumn[]
  readonly indexes: readonly Index[]
}

/** Every table by the name of its record. */
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

/** The column that a property of a list compares and sorts by; throws where the record has none. */
export function propertyColumn(
  table: RecordTable,
  operation: ListOperation,
  name: string,
): TableColumn {
  const property = ownValue(operation.properties, name)
  const found = property && findField(table.columns, property.field ?? name)
  if (!found || !isComparable(property.type, found.kind))
    throw new CatalogueError(`${operation.id} queries "${name}", which its record does not store.`)
  return found
}

/** The column of a field, under any of the field's names. */
export const findField = (
  columns: readonly TableColumn[],
  field: string,
): TableColumn | undefined =>
  columns.find(({ source }) => source.from === "field" && source.names.includes(field))

const indexName = (table: string, columns: readonly TableColumn[]) =>
  fitName(`${table}_by_${columns.map(({ name }) => name).join("_")}`)

/** One index for each order and each guid that a list of the record can ask for, scope first and key last. */
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

function tableOf(from: Catalogue, recordName: string, record: RecordType): RecordTable {
  const name = snakeCase(recordName)
  const scope = scopeColumns(record)
  const fields = fieldColumns(record)
  const id = findField(fields, "id")
  const columns = [...scope, ...(id ? [] : [rowId]), ...fields]
  requireDistinct(name, columns)
  const table = { name, record, scope, key: id ?? rowId, columns, indexes: [] }
  const lists = listOperations(from).filter((operation) => operation.record === recordName)
  return { ...table, indexes: indexesOf(table, lists) }
}

/** The tables that a catalogue's records need; throws `CatalogueError` where it contradicts itself. */
export const tablesOf = (from: Catalogue): RecordTables =>
  new Map(Object.entries(from.records).map(([name, record]) => [name, tableOf(from, name, record)]))

/** The table of a record; throws where the catalogue has no such record. */
export function requireTable(tables: RecordTables, recordName: string): RecordTable {
  const table = tables.get(recordName)
  if (!table) throw new CatalogueError(`The catalogue has no record named "${recordName}".`)
  return table
}
