import { createHash } from "node:crypto"
import {
  type Catalogue,
  copySource,
  type Field,
  fieldsOf,
  isScalar,
  type ListOperation,
  listOperations,
  type Operation,
  type SingleOperation,
  singleOperations,
} from "@/lib/catalogue"
import { columnTypes } from "../column-types"
import { type RecordTable, requireTable, type TableColumn, tablesOf } from "../tables"

/** By the id of its operation, for each list that is copied, and for records that are copied by their ids. */
export type ListFingerprints = ReadonlyMap<string, string>

/** A field's value as it is stored, with all that is inside it. */
function shapeOf(field: Field): unknown {
  if (isScalar(field)) return field.type
  if (field.type === "array") return [shapeOf(field.items)]
  return Object.entries(field.fields).map(([name, inner]) => [name, shapeOf(inner)])
}

/** The columns that the platform's records and paths fill; others follow from these. */
export const sentColumns = ({ columns }: RecordTable): TableColumn[] =>
  columns.filter(({ source }) => source.from === "field" || source.from === "scope")

const columnOf = ({ name, kind, nullable }: TableColumn) => [name, columnTypes[kind].sql, nullable]

/** What a list sends of a column; `false` where the column stays empty. */
function contentOf(from: Catalogue, operation: Operation, column: TableColumn) {
  const { source } = column
  if (source.from !== "field") return columnOf(column)
  const sent = fieldsOf(from, operation)
  const isSent = source.names.some((name) => sent[name] && !operation.nulls?.includes(name))
  return [...columnOf(column), source.names, shapeOf(source.field), isSent]
}

/** By which a list is read and its records are found again: its order, and its times that filter and sort. */
function orderOf(operation: ListOperation | SingleOperation) {
  if (operation.kind === "single") return []
  const { defaultSort, properties } = operation
  const times = Object.entries(properties).filter(([, { type }]) => type.startsWith("datetime"))
  return [defaultSort, times.toSorted(([one], [other]) => (one < other ? -1 : 1))]
}

const digest = (of: unknown) => createHash("sha256").update(JSON.stringify(of)).digest("hex")

function fingerprintOf(
  from: Catalogue,
  operation: ListOperation | SingleOperation,
  table: RecordTable,
): string {
  const { version, path, record } = operation
  const contents = sentColumns(table).map((column) => contentOf(from, operation, column))
  return digest([version, path, record, contents, orderOf(operation)]).slice(0, 32)
}

/**
 * What the copy of each list holds by a catalogue, as one text: two catalogues with the same fingerprint of
 * a list mean the same by its stored rows. Lists that are answered from another's copy have none.
 */
export function listFingerprints(from: Catalogue): ListFingerprints {
  const tables = tablesOf(from)
  const copied = listOperations(from).filter((each) => copySource(from, each) === each)
  return new Map(
    [...copied, ...singleOperations(from)].map((each) => [
      each.id,
      fingerprintOf(from, each, requireTable(tables, each.record)),
    ]),
  )
}

/** A short text for the columns of a table and the list that fills it. */
export const shapeDigest = (table: RecordTable, list: string): string =>
  digest([list, sentColumns(table).map(columnOf)]).slice(0, 8)
