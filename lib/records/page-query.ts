import type { Catalogue, ListOperation, PathParameters, RowScope } from "@/lib/catalogue"
import { Parameters, quoteName } from "../db"
import { columnTypes } from "./column-types"
import { printCondition } from "./filter"
import { flip, rangesAfter, wholeRanges } from "./keyset"
import type { ListPlan } from "./list-plan"
import { type Order, printOrder, reverseOrder } from "./order"
import { printProjection } from "./projection"
import { rowConditions } from "./row-conditions"
import { printProbe, printScan } from "./scan"
import { propertyColumn, type RecordTable, type TableColumn } from "./tables"

/** The one row that a page query answers with. */
export interface PageRow {
  /** The records as the text of a JSON array. */
  json: string
  /** How many rows were read: one more than the limit where more follow. */
  found: number
  /** The sort values of the first row read, and of the last one within the limit where more follow. */
  edges: (string | null)[][] | null
  /** Whether there are rows on the other side of where the page starts. */
  behind: boolean
}

export interface PageQueryParts {
  readonly catalogue: Catalogue
  readonly schema: string
  readonly table: RecordTable
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly baseUrl: string
  readonly scope: RowScope
}

/** No column is called so, because snake case holds no such sign. */
const position = '"place#"'

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

const printEdge = (order: Order) =>
  `json_build_array(${order.map(({ column }) => columnTypes[column.kind].text(column.ordered)).join(", ")})`

const filterConditions = (
  { table, operation }: PageQueryParts,
  { filters }: ListPlan,
  parameters: Parameters,
): string[] =>
  filters.map((filter) =>
    printCondition(propertyColumn(table, operation, filter.property), filter, parameters),
  )

/** A plan as one statement: the page, what its cursors need, and whether anything lies behind it. */
export function printPageQuery(parts: PageQueryParts, plan: ListPlan) {
  const { table, schema } = parts
  const { limit, offset, start } = plan
  const parameters = new Parameters()
  const from = `${quoteName(schema)}.${quoteName(table.name)}`
  const fixed = [
    ...rowConditions(parts.scope, table, parameters),
    ...scopeConditions(table.scope, parts.parameters, parameters),
  ]
  const where = [...fixed, ...filterConditions(parts, plan, parameters)]
  const order = start?.backward ? reverseOrder(plan.order) : plan.order
  const ranges = start ? rangesAfter(order, start.position, parameters) : wholeRanges(order)
  const scan = printScan({ from, fixed, where, ranges, order, limit: limit + 1, offset })
  const back = reverseOrder(order)
  const rangesBefore = start ? rangesAfter(back, flip(start.position), parameters) : []
  const before = start ? printProbe({ from, where, ranges: rangesBefore, order: back }) : "false"
  const projection = printProjection({ ...parts, parameters })
  const text = `
    with page as (
      select *, row_number() over (order by ${printOrder(order)}) as ${position}
      from (${scan}) as scan
    )
    select
      (select coalesce(json_agg(row_to_json(record) order by ${position}${start?.backward ? " desc" : ""}), '[]')::text
        from page cross join lateral (select ${projection}) as record
        where ${position} <= ${limit}) as json,
      (select count(*)::int from page) as found,
      (select json_agg(${printEdge(order)} order by ${position})
        from page where ${position} in (1, ${limit})) as edges,
      ${before} as behind`
  return { text, values: parameters.values }
}
