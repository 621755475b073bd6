import {
  type Catalogue,
  CatalogueError,
  type Field,
  fieldsOf,
  findOperation,
  type Operation,
} from "@/lib/catalogue"
import { fitName, type Parameters, quoteName, quoteText } from "../db"
import { columnTypes } from "./column-types"
import { findField, type RecordTable } from "./tables"

/**
 * An expression for the URL of a record's own by-id operation, its path filled from the record's scope
 * and id; `baseUrl` is the SQL placeholder of the URL that paths are appended to.
 */
function printLink(
  catalogue: Catalogue,
  table: RecordTable,
  operationId: string,
  baseUrl: string,
): string {
  const target = findOperation(catalogue, operationId)
  if (target?.kind !== "single")
    throw new CatalogueError(`A field links to "${operationId}", which is no by-id operation.`)
  const parts = target.path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return quoteText(part)
    const scope = table.scope.find(
      ({ source }) => source.from === "scope" && source.parameter === part,
    )
    return `${(scope ?? table.key).sql}::text`
  })
  return [`${baseUrl}::text`, quoteText(`/${target.version}`), ...parts].join(" || ")
}

const printNull = "null::text"

interface ProjectionParts {
  readonly catalogue: Catalogue
  readonly table: RecordTable
  readonly operation: Operation
  readonly baseUrl: string
  readonly parameters: Parameters
}

function printField(parts: ProjectionParts, name: string, field: Field): string {
  const { catalogue, table, operation } = parts
  if (operation.nulls?.includes(name)) return printNull
  const constant = field.deprecated?.constant
  if (constant !== undefined) return constant === null ? printNull : `${constant}`
  if (field.type === "url" && field.link === undefined) return printNull
  if (field.link !== undefined)
    return printLink(catalogue, table, field.link, parts.parameters.add(parts.baseUrl))
  const column = findField(table.columns, name)
  if (!column) throw new CatalogueError(`${operation.record} does not store "${name}".`)
  const json = columnTypes[column.kind].json(column.sql)
  return operation.filled?.includes(name) ? `coalesce(${json}, '[]')` : json
}

/**
 * A select list that names each value as the operation sends it, in the catalogue's order: made for
 * `row_to_json`, which has no limit of 100 arguments. Hidden and omitted fields are left out.
 */
export function printProjection(parts: ProjectionParts): string {
  const fields = Object.entries(fieldsOf(parts.catalogue, parts.operation))
  return fields
    .map(([name, field]) => {
      if (fitName(name) !== name)
        throw new CatalogueError(`The name "${name}" is too long to send.`)
      return `${printField(parts, name, field)} as ${quoteName(name)}`
    })
    .join(", ")
}
