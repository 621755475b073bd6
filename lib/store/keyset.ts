import { columnTypes } from "./column-types"
import type { Order, OrderTerm } from "./order"
import type { Parameters } from "./sql"

/** A place in an order: the exact texts of a row's values, term by term, and whether that row itself counts as after it. */
export interface Position {
  readonly values: readonly (string | null)[]
  readonly inclusive: boolean
}

/** The same place seen from the other side: what was not after it is after it in the reverse order. */
export const flip = ({ values, inclusive }: Position): Position => ({
  values,
  inclusive: !inclusive,
})

/** A term with its value at the position: an SQL place, or undefined for null. */
interface BoundTerm extends OrderTerm {
  readonly value: string | undefined
}

const isEqual = ({ column, value }: BoundTerm) =>
  value === undefined ? `${column.ordered} is null` : `${column.ordered} = ${value}`

const isNull = ({ column }: OrderTerm) => `${column.ordered} is null`

/** What comes after a term's value; nulls are greater than every value. */
function beyond(term: BoundTerm, orEqual: boolean): string[] {
  const { column, value, descending } = term
  if (value === undefined) return descending ? [`${column.ordered} is not null`] : []
  if (descending) return [`${column.ordered} ${orEqual ? "<=" : "<"} ${value}`]
  const greater = `${column.ordered} ${orEqual ? ">=" : ">"} ${value}`
  return column.nullable ? [greater, isNull(term)] : [greater]
}

/** Behind rows equal in the terms before `index`, those that satisfy `condition`. */
const within = (terms: readonly BoundTerm[], index: number, condition: string) =>
  [...terms.slice(0, index).map(isEqual), condition].join(" and ")

/** All terms run the same way and none is null: one comparison of rows, and the nulls that follow. */
function compareRows(terms: readonly BoundTerm[], inclusive: boolean): string[] {
  const descending = terms[0]?.descending ?? false
  const operator = `${descending ? "<" : ">"}${inclusive ? "=" : ""}`
  const columns = terms.map(({ column }) => column.ordered).join(", ")
  const values = terms.map(({ value }) => value).join(", ")
  const nulls = descending
    ? []
    : terms.flatMap((term, index) =>
        term.column.nullable ? [within(terms, index, isNull(term))] : [],
      )
  return [`(${columns}) ${operator} (${values})`, ...nulls]
}

/**
 * The rows after a position as conditions that exclude one another, each a range of an index on the
 * order's columns, so that a deep page costs as little as the first.
 */
export function conditionsAfter(
  order: Order,
  position: Position,
  parameters: Parameters,
): string[] {
  const terms = order.map((term, index): BoundTerm => {
    const text = position.values[index] ?? null
    const value =
      text === null ? undefined : columnTypes[term.column.kind].parameter(parameters.add(text))
    return { ...term, value }
  })
  const uniform = terms.every(
    ({ descending, value }) => descending === terms[0]?.descending && value !== undefined,
  )
  if (uniform) return compareRows(terms, position.inclusive)
  return terms.flatMap((term, index) =>
    beyond(term, position.inclusive && index === terms.length - 1).map((condition) =>
      within(terms, index, condition),
    ),
  )
}
