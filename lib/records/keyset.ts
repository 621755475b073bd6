import type { Parameters } from "../db"
import { columnTypes } from "./column-types"
import type { Order, OrderTerm } from "./order"

/**
 * A position in an order: the exact texts of a row's values, term by term. `inclusive` makes that
 * row itself count as after it.
 */
export interface Position {
  readonly values: readonly (string | null)[]
  readonly inclusive: boolean
}

/** The same position in the reverse order: rows that were not after it are now after it. */
export const flip = ({ values, inclusive }: Position): Position => ({
  values,
  inclusive: !inclusive,
})

/** A term with its value at the position: an SQL placeholder, or undefined for null. */
interface BoundTerm extends OrderTerm {
  readonly value: string | undefined
}

const isEqual = ({ column, value }: BoundTerm) =>
  value === undefined ? `${column.ordered} is null` : `${column.ordered} = ${value}`

const isNull = ({ column }: OrderTerm) => `${column.ordered} is null`

/** Conditions for rows after a term's value. */
function beyond(term: BoundTerm, orEqual: boolean): string[] {
  const { column, value, descending, nullsFirst } = term
  if (value === undefined) return nullsFirst ? [`${column.ordered} is not null`] : []
  const further = `${column.ordered} ${descending ? "<" : ">"}${orEqual ? "=" : ""} ${value}`
  return column.nullable && !nullsFirst ? [further, isNull(term)] : [further]
}

/** Rows equal in the terms before `index` that satisfy `condition`. */
const within = (terms: readonly BoundTerm[], index: number, condition: string) =>
  [...terms.slice(0, index).map(isEqual), condition].join(" and ")

/**
 * An index holds the columns of one sort term and the key, so the rows after a position are one row
 * comparison, plus the nulls that follow.
 */
function compareRows(terms: readonly BoundTerm[], inclusive: boolean): Range[] {
  const [first] = terms
  if (!first) return []
  const operator = `${first.descending ? "<" : ">"}${inclusive ? "=" : ""}`
  const columns = terms.map(({ column }) => column.ordered).join(", ")
  const values = terms.map(({ value }) => value).join(", ")
  const rows = { condition: `(${columns}) ${operator} (${values})`, fixed: 0 }
  const hasNullsAfter = first.column.nullable && !first.nullsFirst
  return hasNullsAfter ? [rows, { condition: isNull(first), fixed: 1 }] : [rows]
}

const isUniform = (terms: readonly BoundTerm[]) =>
  terms.every(({ descending, value }) => descending === terms[0]?.descending && value !== undefined)

/** Only requested terms can be null. The rest of an order is its key. */
const hasOneTerm = (order: Order) => !order.slice(1).some(({ column }) => column.nullable)

/**
 * One of the intervals that make up a list, in the list's order. All its rows are equal in the
 * order's first `fixed` terms.
 */
export interface Range {
  readonly condition: string
  readonly fixed: number
  /** Set if many rows may be equal in this term and no index holds their order. */
  readonly ties?: OrderTerm
}

/**
 * The rows after a position as disjoint ranges, nearest first. Each is a range of an index on the
 * order's columns, so that a deep page costs no more than the first.
 */
export function rangesAfter(order: Order, position: Position, parameters: Parameters): Range[] {
  const terms = order.map((term, index): BoundTerm => {
    const text = position.values[index] ?? null
    const value =
      text === null ? undefined : columnTypes[term.column.kind].parameter(parameters.add(text))
    return { ...term, value }
  })
  if (isUniform(terms) && hasOneTerm(order)) return compareRows(terms, position.inclusive)
  const last = terms.length - 1
  return terms
    .flatMap((term, index) => ({ term, index }))
    .toReversed()
    .flatMap(({ term, index }) =>
      beyond(term, position.inclusive && index === last).map((condition) => ({
        condition: within(terms, index, condition),
        fixed: condition === isNull(term) ? index + 1 : index,
        ...(index === 0 && !hasOneTerm(order) && condition !== isNull(term) && { ties: term }),
      })),
    )
}

/** The whole list as such ranges. Empty if a single index range covers it. */
export function wholeRanges(order: Order): Range[] {
  const [term] = order
  // In an index, nulls are last when ascending.
  const isIndexed = !term?.column.nullable || term.nullsFirst === term.descending
  if (!term || (hasOneTerm(order) && isIndexed)) return []
  const some = {
    condition: term.column.nullable ? `${term.column.ordered} is not null` : "true",
    fixed: 0,
    ...(!hasOneTerm(order) && { ties: term }),
  }
  if (!term.column.nullable) return [some]
  const none = { condition: isNull(term), fixed: 1 }
  return term.nullsFirst ? [none, some] : [some, none]
}
