import type { Catalogue, Filter, ListOperation, PathParameters, RowScope } from "@/lib/catalogue"
import { type DatabaseSession, Parameters, quoteName } from "../db"
import { columnTypes } from "./column-types"
import { type FoundContainerRow, printContainers } from "./containers"
import { printCondition, printElementCondition, printWithinCondition } from "./filter"
import { flip, rangesAfter, wholeRanges } from "./keyset"
import type { ListPlan } from "./list-plan"
import { reverseOrder } from "./order"
import { printRecordSql } from "./projection"
import { rowConditions } from "./row-conditions"
import { printConditions, printProbe, printScan } from "./scan"
import { propertyColumn, type RecordTable, requireField, type TableColumn } from "./tables"
import { printIndexedText } from "./texts"

/** A list, and whose rows of it may be seen. */
export interface ListParts {
  readonly schema: string
  readonly table: RecordTable
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly scope: RowScope
}

export interface PageQueryParts extends ListParts {
  readonly catalogue: Catalogue
  readonly baseUrl: string
}

/** The columns that the path fixes, as conditions. */
export const scopeConditions = (
  scope: readonly TableColumn[],
  given: PathParameters,
  parameters: Parameters,
): string[] =>
  scope.flatMap(({ sql, kind, source }) => {
    const value = source.from === "scope" ? given[source.parameter] : undefined
    if (value === undefined) return []
    return [`${sql} = ${columnTypes[kind].parameter(parameters.add(value))}`]
  })

interface Conditions {
  readonly where: readonly string[]
  /** What follows from `where` and an index of texts finds rows by. */
  readonly indexed: readonly string[]
  /** Those of `where` that the path and the rows that may be seen set. */
  readonly fixed: readonly string[]
}

/** What the path, the rows that may be seen and the filters say of a list's rows. */
function conditionsOf(
  parts: ListParts,
  filters: readonly Filter[],
  parameters: Parameters,
  usesIndex = true,
): Conditions {
  const { table, operation } = parts
  const fixed = [
    ...rowConditions(parts.scope, table, parameters),
    ...scopeConditions(table.scope, parts.parameters, parameters),
  ]
  const hasOneValue = ({ property }: Filter) => {
    const { elementOf, withinOf } = operation.properties[property] ?? {}
    return elementOf === undefined && withinOf === undefined
  }
  const indexed = filters.flatMap((filter) => {
    if (!usesIndex || !hasOneValue(filter)) return []
    const column = propertyColumn(table, operation, filter.property)
    return printIndexedText(table.columns, column, filter, parameters)
  })
  const where = filters.map((filter) => printFilter(parts, filter, parameters))
  return { fixed, indexed, where: [...fixed, ...where] }
}

/** The same as conditions that all hold, for who reads all rows whatever an index may find. */
export const listConditions = (
  parts: ListParts,
  filters: readonly Filter[],
  parameters: Parameters,
): readonly string[] => conditionsOf(parts, filters, parameters, false).where

/** What a filter says of a list's rows, without what an index needs to find them. */
export function printFilter(
  { table, operation }: ListParts,
  filter: Filter,
  parameters: Parameters,
): string {
  const { elementOf, withinOf } = operation.properties[filter.property] ?? {}
  if (elementOf) {
    const { sql } = requireField(table, elementOf.field)
    return printElementCondition(sql, elementOf, filter, parameters)
  }
  const column = propertyColumn(table, operation, filter.property)
  const print = withinOf === undefined ? printCondition : printWithinCondition
  return print(column, filter, parameters)
}

interface PageStatement {
  readonly text: string
  readonly values: unknown[]
  /** Whether it is planned once: a filter's best plan depends on its value, but without one every page is a range of the order's index. */
  readonly prepare: boolean
}

/** The one row of a page's statement. */
export interface PageRow {
  /** The JSON text of an array of the records within the limit. */
  readonly data: string
  /** How many rows were found, one more than the limit where more follow. */
  readonly found: number
  /** The exact texts of the values that order the first row and the last one within the limit, as they were read. */
  readonly first: (string | null)[] | null
  readonly last: (string | null)[] | null
  /** Whether there are rows on the other side of where the page starts. */
  readonly hasEarlier: boolean
  /** What the path names. */
  readonly containers: FoundContainerRow[]
}

/** Whether there are rows on the other side of where a page starts, as an expression. */
function printEarlier(parts: PageQueryParts, plan: ListPlan, parameters: Parameters): string {
  const { table, schema } = parts
  const { start } = plan
  if (!start) return "false"
  const from = `${quoteName(schema)}.${quoteName(table.name)}`
  const conditions = conditionsOf(parts, plan.filters, parameters)
  const order = start.backward ? plan.order : reverseOrder(plan.order)
  const ranges = rangesAfter(order, flip(start.position), parameters)
  return printProbe({ from, ...conditions, ranges, order })
}

/**
 * A plan as one statement that answers a `PageRow`, in one round trip. The rows come in the order in which
 * they are read, the records in the list's.
 */
export function printPageQuery(parts: PageQueryParts, plan: ListPlan): PageStatement {
  const { table, schema } = parts
  const { limit, offset, start, filters, parameters } = plan
  const record = printRecordSql({ ...parts, parameters })
  const from = `${quoteName(schema)}.${quoteName(table.name)}`
  const conditions = conditionsOf(parts, filters, parameters, offset === 0)
  const order = start?.backward ? reverseOrder(plan.order) : plan.order
  const ranges = start ? rangesAfter(order, start.position, parameters) : wholeRanges(order)
  const scan = printScan({ from, ...conditions, ranges, order, limit: limit + 1, offset })
  const texts = order.map(({ column }) => columnTypes[column.kind].text(column.ordered))
  const position = `min(array[${texts.join(", ")}])`
  const separated = `${record}, ', '${start?.backward ? " order by row_place desc" : ""}`
  const text = `
    select '[' || coalesce(string_agg(${separated}) filter (where row_place <= ${limit}), '') || ']' as data,
      count(*)::int as found,
      ${position} filter (where row_place = 1) as first,
      ${position} filter (where row_place = ${limit}) as last,
      ${printEarlier(parts, plan, parameters)} as "hasEarlier",
      ${printContainers(schema, parts.operation, parts.parameters, parameters)} as containers
    from (select row_number() over () as row_place, * from (${scan}) as page) as placed`
  return { text, values: parameters.values, prepare: filters.length === 0 }
}

/** So many rows of all parts of a table are looked at before matches of a text are counted, and where so many of them match, all rows are. */
const counting = { rows: 2000, matches: 60 } as const

/** How many rows of a list meet the filters: all are read where many match, else those that the index of texts finds. */
export async function countRows(
  session: DatabaseSession,
  parts: ListParts,
  filters: readonly Filter[],
): Promise<number> {
  const table = `${quoteName(parts.schema)}.${quoteName(parts.table.name)}`
  const count = async (usesIndex: boolean, sample = "") => {
    const parameters = new Parameters()
    const { where, indexed } = conditionsOf(parts, filters, parameters, usesIndex)
    const text = `select count(*)::float8 as count from ${table}${sample}
      ${printConditions([...indexed, ...where])}`
    return (await session.query<{ count: number }>(text, parameters.values))[0]?.count ?? 0
  }
  if (conditionsOf(parts, filters, new Parameters()).indexed.length === 0) return count(false)
  const size = "select reltuples from pg_class where oid = to_regclass($1)"
  const [known] = await session.query<{ reltuples: number }>(size, [table])
  const share = Math.min(100, (counting.rows * 100) / Math.max(known?.reltuples ?? 1, 1))
  return count((await count(false, ` tablesample system (${share})`)) < counting.matches)
}
