import {
  type Catalogue,
  type Field,
  type Fields,
  type Filter,
  fieldsOf,
  type ListOperation,
  type Operation,
  type PathParameters,
  recordType,
  requireComparison,
  type SortTerm,
} from "@/lib/catalogue"
import type { Pool } from "@/lib/db"

/** What a page is, as plain positions in the whole list. */
export interface ReferenceQuery {
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
  readonly limit: number
  readonly offset: number
}

export interface ReferenceParts {
  readonly pool: Pool
  readonly schema: string
  readonly catalogue: Catalogue
  readonly baseUrl: string
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const columnName = (name: string) =>
  `"${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`

const scopeColumn = (parameter: string) => columnName(`in_${parameter}`)

const nameTable = ({ schema }: ReferenceParts, { record }: Operation) =>
  `"${schema}".${columnName(record)}`

/** The addresses that records carry of themselves, written down once more beside the catalogue. */
const links: Readonly<Record<string, string>> = {
  contentPost: `'/v1/contentmodules/' || in_module_id || '/content/' || id`,
  stageComment: `'/v1.2/serviceformModules/' || in_module_id || '/forms/' || in_form_id || '/stageComments/' || id`,
}

const isoText = (timestamp: string) => `(to_json(${timestamp}) #>> '{}')`

const instant = (column: string, zone: string) =>
  `${isoText(`${column} at time zone 'UTC'`)} || '${zone}'`

function printValue(parts: ReferenceParts, operation: Operation, name: string, field: Field) {
  if (operation.nulls?.includes(name)) return "null::text"
  if (field.deprecated) return field.deprecated.constant === false ? "false" : "null::text"
  if (field.type === "url") {
    const link = name === "url" ? links[operation.record] : undefined
    return link ? `${literal(parts.baseUrl)} || ${link}` : "null::text"
  }
  const column = columnName(field.sameAs ?? name)
  if (operation.filled?.includes(name)) return `coalesce(${column}, '[]')`
  if (field.type === "datetime") return instant(column, "Z")
  return field.type === "datetimeoffset" ? instant(column, "+00:00") : column
}

const printRecord = (parts: ReferenceParts, operation: Operation) =>
  Object.entries(fieldsOf(parts.catalogue, operation))
    .map(([name, field]) => `${printValue(parts, operation, name, field)} as "${name}"`)
    .join(", ")

interface Queried {
  readonly column: string
  readonly type: string
}

function queriedColumn({ catalogue }: ReferenceParts, operation: ListOperation, name: string) {
  const property = operation.properties[name]
  const { fields, hidden } = recordType(catalogue, operation.record)
  const all: Fields = { ...fields, ...hidden }
  const field = property?.field ?? name
  if (!property) throw new Error(`${operation.id} has no property "${name}".`)
  return { column: columnName(all[field]?.sameAs ?? field), type: property.type }
}

const signs = { eq: "=", ne: "is distinct from", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const

/** Integers as numbers of any length, times as a microsecond and what lies behind it, texts whole. */
function printCondition({ column, type }: Queried, { operator, value }: Filter): string {
  if (value === null) return `${column} is ${operator === "eq" ? "" : "not "}null`
  const sign = signs[requireComparison(operator)]
  if (type === "integer") return `${column}::numeric ${sign} ${BigInt(value)}::numeric`
  if (!type.startsWith("datetime")) return `${column} ${sign} ${literal(`${value}`)}`
  const [, time = "", beyond = "0"] = /^(.{19}(?:\.\d{1,6})?)(\d*)/.exec(`${value}`) ?? []
  const given = `timestamp ${literal(time)} at time zone 'UTC', ${Number(beyond)}`
  if (operator === "ne") return `row(${column}, 0) is distinct from row(${given})`
  return `row(${column}, 0) ${sign} row(${given})`
}

/** Texts by their first 500 characters; the key, and the scope that the path leaves open, the way of the last term. */
function printOrder(
  parts: ReferenceParts,
  operation: ListOperation,
  sort: ReferenceQuery["sort"],
  given: PathParameters,
) {
  const { fields, scope } = recordType(parts.catalogue, operation.record)
  const terms = sort.map(({ property, descending }) => {
    const { column, type } = queriedColumn(parts, operation, property)
    const way = descending ? " desc nulls first" : " asc nulls last"
    return { column, text: `${type === "string" ? `left(${column}, 500)` : column}${way}` }
  })
  const open = scope.filter((name) => given[name] === undefined).map(scopeColumn)
  const key = [...open, fields["id"] ? '"id"' : '"row_id"']
    .filter((column) => !terms.some((term) => term.column === column))
    .map((column) => `${column}${sort.at(-1)?.descending ? " desc" : ""}`)
  return [...terms.map(({ text }) => text), ...key].join(", ")
}

const scopeConditions = (parts: ReferenceParts, operation: Operation, given: PathParameters) =>
  recordType(parts.catalogue, operation.record).scope.flatMap((name) =>
    given[name] === undefined ? [] : [`${scopeColumn(name)} = ${literal(given[name])}`],
  )

const printWhere = (conditions: readonly string[]) =>
  conditions.length > 0 ? `where (${conditions.join(") and (")})` : ""

/**
 * The second way to a page, for tests: the text of its records as columns gave it on 25 November 2026, by
 * plain OFFSET and LIMIT, and how many records the whole list has. It shares nothing with lib/records.
 */
export async function readReferencePage(
  parts: ReferenceParts,
  operation: ListOperation,
  given: PathParameters,
  query: ReferenceQuery,
): Promise<{ json: string; count: number; total: number }> {
  const where = printWhere([
    ...scopeConditions(parts, operation, given),
    ...query.filters.map((filter) =>
      printCondition(queriedColumn(parts, operation, filter.property), filter),
    ),
  ])
  const from = `${nameTable(parts, operation)} ${where}`
  const order = printOrder(parts, operation, query.sort, given)
  const { rows } = await parts.pool.query<{ json: string; count: number; total: number }>(`
    with listed as (
      select *, row_number() over (order by ${order}) as listed_at
      from ${from} order by ${order} offset ${query.offset} limit ${query.limit}
    )
    select
      coalesce((select json_agg(row_to_json(record) order by listed_at)
        from listed cross join lateral (select ${printRecord(parts, operation)}) as record), '[]')::text as json,
      (select count(*)::int from listed) as count,
      (select count(*)::int from ${from}) as total`)
  const [row] = rows
  if (!row) throw new Error("A reference is one row.")
  return row
}

/** The same for one record; undefined where there is none. */
export async function readReferenceRecord(
  parts: ReferenceParts,
  operation: Operation,
  given: PathParameters,
  id: string,
): Promise<string | undefined> {
  const where = printWhere([...scopeConditions(parts, operation, given), `id = ${literal(id)}`])
  const { rows } = await parts.pool.query<{ json: string }>(`
    select row_to_json(record)::text as json
    from (select ${printRecord(parts, operation)} from ${nameTable(parts, operation)} ${where}) as record`)
  return rows[0]?.json
}
