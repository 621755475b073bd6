import type { Catalogue, Filter, ListOperation, PathParameters, RowScope } from "@/lib/catalogue"
import { type ByteStatement, Parameters, quoteName } from "../db"
import { columnTypes } from "./column-types"
import { printCondition, printElementCondition } from "./filter"
import { flip, rangesAfter, wholeRanges } from "./keyset"
import type { ListPlan } from "./list-plan"
import { reverseOrder } from "./order"
import { printRecordSql } from "./projection"
import { rowConditions } from "./row-conditions"
import { printProbe, printScan } from "./scan"
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

/** What the path, the rows that may be seen and the filters say of a list's rows. */
export const listConditions = (
  parts: ListParts,
  filters: readonly Filter[],
  parameters: Parameters,
): string[] => [
  ...rowConditions(parts.scope, parts.table, parameters),
  ...scopeConditions(parts.table.scope, parts.parameters, parameters),
  ...filterConditions(parts, filters, parameters),
]

/** What a filter says of a list's rows, without what an index needs to find them. */
export function printFilter(
  { table, operation }: ListParts,
  filter: Filter,
  parameters: Parameters,
): string {
  const { elementOf } = operation.properties[filter.property] ?? {}
  if (!elementOf)
    return printCondition(propertyColumn(table, operation, filter.property), filter, parameters)
  const { sql } = requireField(table, elementOf.field)
  return printElementCondition(sql, elementOf.member, filter, parameters)
}

const filterConditions = (
  parts: ListParts,
  filters: readonly Filter[],
  parameters: Parameters,
): string[] =>
  filters.flatMap((filter) => {
    const { table, operation } = parts
    const condition = printFilter(parts, filter, parameters)
    if (operation.properties[filter.property]?.elementOf) return [condition]
    const column = propertyColumn(table, operation, filter.property)
    return [...printIndexedText(table.columns, column, filter, parameters), condition]
  })

const textsOf = ({ values }: Parameters) =>
  values.map((value) => (value === null ? null : `${value}`))

/**
 * A plan as one statement: a row for each record, as JSON and with the values that order it, in the order in
 * which they are read. One more than the limit where more follow. Undefined where the operation does not
 * send the stored documents.
 */
export function printPageQuery(
  parts: PageQueryParts,
  plan: ListPlan,
  how: "stored" | "computed",
): ByteStatement | undefined {
  const { table, schema } = parts
  const { limit, offset, start } = plan
  const parameters = new Parameters()
  const record = printRecordSql({ ...parts, parameters }, how)
  if (record === undefined) return undefined
  const from = `${quoteName(schema)}.${quoteName(table.name)}`
  const fixed = [
    ...rowConditions(parts.scope, table, parameters),
    ...scopeConditions(table.scope, parts.parameters, parameters),
  ]
  const where = [...fixed, ...filterConditions(parts, plan.filters, parameters)]
  const order = start?.backward ? reverseOrder(plan.order) : plan.order
  const ranges = start ? rangesAfter(order, start.position, parameters) : wholeRanges(order)
  const scan = printScan({ from, fixed, where, ranges, order, limit: limit + 1, offset })
  const values = order.map(({ column }) => column.ordered)
  return {
    text: `select ${[record, ...values].join(", ")} from (${scan}) as page`,
    values: textsOf(parameters),
    prepare: isPrepared(plan),
  }
}

/** A filter's best plan hangs on its value; without one every page is a range of the order's index. */
const isPrepared = ({ filters }: ListPlan) => filters.length === 0

/** Whether there are rows on the other side of where the page starts, as one statement; undefined for the first page. */
export function printEarlierQuery(
  parts: PageQueryParts,
  plan: ListPlan,
): ByteStatement | undefined {
  const { table, schema } = parts
  const { start } = plan
  if (!start) return undefined
  const parameters = new Parameters()
  const from = `${quoteName(schema)}.${quoteName(table.name)}`
  const where = listConditions(parts, plan.filters, parameters)
  const order = start.backward ? plan.order : reverseOrder(plan.order)
  const ranges = rangesAfter(order, flip(start.position), parameters)
  return {
    text: `select ${printProbe({ from, where, ranges, order })}`,
    values: textsOf(parameters),
    prepare: isPrepared(plan),
  }
}

/** How many rows of a list meet the filters, as one statement. */
export function printCountQuery(parts: ListParts, filters: readonly Filter[]) {
  const parameters = new Parameters()
  const where = listConditions(parts, filters, parameters)
  const condition = where.length > 0 ? ` where ${where.map((one) => `(${one})`).join(" and ")}` : ""
  const text = `select count(*)::float8 as count
    from ${quoteName(parts.schema)}.${quoteName(parts.table.name)}${condition}`
  return { text, values: parameters.values }
}
