import type { ListOperation, PathParameters, SortTerm } from "@/lib/catalogue"
import { type BoundOrder, shownColumn } from "./shown-order"
import { propertyColumn, type RecordTable, type TableColumn } from "./tables"

export interface OrderTerm {
  readonly column: TableColumn
  readonly descending: boolean
  /** Null comes before every value. */
  readonly nullsFirst: boolean
}

/** A total order: the requested terms, then a unique key. */
export type Order = readonly OrderTerm[]

/**
 * The order of a list (decisions "Sorting"). The key takes the last term's direction, so that one
 * index serves both directions. Scope columns that the path leaves open are part of the key. Nulls
 * are greater than every value, but last in an order shown to people.
 */
export function readOrder(
  table: RecordTable,
  operation: ListOperation,
  parameters: PathParameters,
  sort: readonly SortTerm[],
  shown?: BoundOrder,
): Order {
  const terms = sort.map(({ property, descending }) => {
    const column = propertyColumn(table, operation, property)
    return {
      column: shown ? shownColumn(column, property, shown) : column,
      descending,
      nullsFirst: shown ? false : descending,
    }
  })
  const open = table.scope.filter(
    ({ source }) => source.from === "scope" && parameters[source.parameter] === undefined,
  )
  const descending = terms.at(-1)?.descending ?? false
  const key = [...open, table.key]
    .filter((column) => !terms.some((term) => term.column === column))
    .map((column) => ({ column, descending, nullsFirst: descending }))
  return [...terms, ...key]
}

export const reverseOrder = (order: Order): Order =>
  order.map(({ column, descending, nullsFirst }) => ({
    column,
    descending: !descending,
    nullsFirst: !nullsFirst,
  }))

/**
 * An ORDER BY list. PostgreSQL puts nulls last when ascending and first when descending. With
 * `isFilled` the first term has no nulls, so their place is omitted.
 */
export const printOrder = (order: Order, isFilled = false): string =>
  order
    .map(({ column, descending, nullsFirst }, index) => {
      const isUsual = nullsFirst === descending || !column.nullable || (isFilled && index === 0)
      const nulls = isUsual ? "" : ` nulls ${nullsFirst ? "first" : "last"}`
      return `${column.ordered}${descending ? " desc" : ""}${nulls}`
    })
    .join(", ")
