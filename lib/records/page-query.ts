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

/** A list, and the scope that limits its rows. */
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

/** Conditions for the columns fixed by the path. */
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
  /** Implied by `where`. The text index finds rows by these. */
  readonly indexed: readonly string[]
  /** The subset of `where` set by the path and the row scope. */
  readonly fixed: readonly string[]
}

/** The conditions of the path, the row scope and the filters. */
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

/** All conditions combined, for readers that scan all rows anyway. */
export const listConditions = (
  parts: ListParts,
  filters: readonly Filter[],
  parameters: Parameters,
): readonly string[] => conditionsOf(parts, filters, parameters, false).where

/** The condition of a filter, without the one for its index. */
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
  /**
   * Whether to prepare it. The best plan of a filter depends on its value, but without filters
   * every page is a range of the order's index.
   */
  readonly prepare: boolean
}

export interface PageRow {
  /** JSON text of an array of the records within the limit. */
  readonly data: string
  /** Number of rows found, one more than the limit if more follow. */
  readonly found: number
  /**
   * Exact texts of the ordering values of the first row and of the last row within the limit, in
   * read order.
   */
  readonly first: (string | null)[] | null
  readonly last: (string | null)[] | null
  /** Whether there are rows on the other side of the page's start. */
  readonly hasEarlier: boolean
  readonly containers: FoundContainerRow[]
}

/** Expression for whether there are rows on the other side of a page's start. */
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
 * A plan as one statement that returns a `PageRow`, in one round trip. Rows come in the order in
 * which they are read, records in the list's order.
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

/**
 * Rows sampled across the table before matches of a text are counted. If at least `matches` of them
 * match, all rows are scanned.
 */
const counting = { rows: 2000, matches: 60 } as const

/**
 * Counts the rows of a list that meet the filters. Scans all if many match, else uses the text
 * index.
 */
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
