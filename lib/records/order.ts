import type { ListOperation, PathParameters, SortTerm } from "@/lib/catalogue"
import { propertyColumn, type RecordTable, type TableColumn } from "./tables"

export interface OrderTerm {
  readonly column: TableColumn
  readonly descending: boolean
}

/** A total order: the terms that were asked for, then a unique key. */
export type Order = readonly OrderTerm[]

/**
 * The order of a list (decisions "Sorting"). The key takes the last term's direction, so that one
 * index serves both directions; scope that the path leaves open is part of the key.
 */
export function readOrder(
  table: RecordTable,
  operation: ListOperation,
  parameters: PathParameters,
  sort: readonly SortTerm[],
): Order {
  const terms = sort.map(({ property, descending }) => ({
    column: propertyColumn(table, operation, property),
    descending,
  }))
  const open = table.scope.filter(
    ({ source }) => source.from === "scope" && parameters[source.parameter] === undefined,
  )
  const descending = terms.at(-1)?.descending ?? false
  const key = [...open, table.key]
    .filter((column) => !terms.some((term) => term.column === column))
    .map((column) => ({ column, descending }))
  return [...terms, ...key]
}

export const reverseOrder = (order: Order): Order =>
  order.map(({ column, descending }) => ({ column, descending: !descending }))

/** Nulls come last ascending and first descending, which is how PostgreSQL orders by itself. */
export const printOrder = (order: Order): string =>
  order.map(({ column, descending }) => `${column.ordered}${descending ? " desc" : ""}`).join(", ")
