import { type Catalogue, computedFieldsOf, type Operation, pathIdsOf } from "@/lib/catalogue"
import { type Parameters, quoteName, quoteText } from "../db"
import { columnTypes } from "./column-types"
import { computedField, type RecordTable, type SentField, scopeColumn, sentFields } from "./tables"

const printNull = "null::text"

interface ProjectionParts {
  readonly catalogue: Catalogue
  readonly table: RecordTable
  readonly operation: Operation
  readonly baseUrl: string
  readonly parameters: Parameters
}

const printLink = (parts: readonly (string | { readonly sql: string })[]) =>
  parts
    .map((part) => (typeof part === "string" ? quoteText(part) : `${part.sql}::text`))
    .join(" || ")

/** An expression for a field's value. `base` gives one for the start of links. */
function printValue({ value }: SentField, base: () => string): string {
  if (value.from === "constant") return value.constant === null ? printNull : `${value.constant}`
  if (value.from === "link") return `${base()} || ${printLink(value.parts)}`
  const { column, isFilled } = value
  const json = columnTypes[column.kind].json(column.sql)
  return isFilled ? `coalesce(${json}, '[]')` : json
}

/** A select list that names each value, for `row_to_json`, which has no limit of 100 arguments. */
const printFields = (fields: readonly SentField[], base: () => string): string =>
  fields.map((field) => `${printValue(field, base)} as ${quoteName(field.name)}`).join(", ")

/**
 * A select list of the values as the operation sends them, in the catalogue's order. Hidden and
 * omitted fields are left out.
 */
export const printProjection = (parts: ProjectionParts): string =>
  printFields(
    sentFields(parts.catalogue, parts.table, parts.operation),
    () => `${parts.parameters.add(parts.baseUrl)}::text`,
  )

const asJson = (fields: string) =>
  `(select row_to_json(record)::text from (select ${fields}) as record)`

/** JSON text of a row's document, built from its columns. Same as `printDocument` of a load. */
export const printDocumentOf = ({ document }: RecordTable): string =>
  asJson(printFields(document.fields, () => "''"))

const linkOf = ({ document }: RecordTable) =>
  document.fields.find(({ value }) => value.from === "link")?.name

/**
 * The operation whose stored documents this one can send. A whole list uses those of the list that
 * it comprises, unless its rows carry values that lists lack.
 */
function documentedBy(table: RecordTable, operation: Operation): string | undefined {
  const { wholeOf, readById } = operation.kind === "list" ? operation : {}
  if (wholeOf === undefined) return operation.id
  return table.byId.length === 0 ? (readById ?? wholeOf) : undefined
}

/**
 * Adds the fields of a whole list that the record lacks: the ids of its path and computed values.
 * No record is empty, so they follow a comma.
 */
function withAdded({ catalogue, table, operation }: ProjectionParts, json: string): string {
  const ids = pathIdsOf(operation).flatMap((name) => {
    const column = scopeColumn(table, name)
    return column ? [`',${JSON.stringify(name)}:"' || ${column.sql}::text || '"'`] : []
  })
  const computed = Object.keys(computedFieldsOf(catalogue, operation)).flatMap((name) => {
    const sql = computedField(table, name)?.sql
    return sql ? [`',${JSON.stringify(name)}:' || coalesce(to_json(${sql})::text, 'null')`] : []
  })
  const added = [...ids, ...computed]
  return added.length === 0 ? json : `left(${json}, -1) || ${added.join(" || ")} || '}'`
}

/**
 * An expression for a record's JSON text as the operation sends it: the stored document, or built
 * from columns if the operation sends another form.
 */
export function printRecordSql(parts: ProjectionParts): string {
  const { table, operation, parameters } = parts
  if (!table.document.sentBy.has(documentedBy(table, operation) ?? ""))
    return withAdded(parts, asJson(printProjection(parts)))
  const { sql } = table.document.column
  const link = linkOf(table)
  if (link === undefined) return withAdded(parts, sql)
  // The link precedes all nested values, and quotation marks in texts are escaped, so the first
  // match is the key.
  const mark = `${JSON.stringify(link)}:"`
  const base = `${parameters.add(JSON.stringify(parts.baseUrl).slice(1, -1))}::text`
  const linked = `overlay(${sql} placing ${base} from strpos(${sql}, ${quoteText(mark)}) + ${mark.length} for 0)`
  return withAdded(parts, linked)
}
