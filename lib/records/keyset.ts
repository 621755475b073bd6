import type { Parameters } from "../db"
import { columnTypes } from "./column-types"
import type { Order, OrderTerm } from "./order"

/** A position in an order: the exact texts of a row's values, term by term, and whether that row itself counts as after it. */
export interface Position {
  readonly values: readonly (string | null)[]
  readonly inclusive: boolean
}

/** The same position seen from the other side: what was not after it is after it in the reverse order. */
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

/** What comes after a term's value. */
function beyond(term: BoundTerm, orEqual: boolean): string[] {
  const { column, value, descending, nullsFirst } = term
  if (value === undefined) return nullsFirst ? [`${column.ordered} is not null`] : []
  const further = `${column.ordered} ${descending ? "<" : ">"}${orEqual ? "=" : ""} ${value}`
  return column.nullable && !nullsFirst ? [further, isNull(term)] : [further]
}

/** Behind rows equal in the terms before `index`, those that satisfy `condition`. */
const within = (terms: readonly BoundTerm[], index: number, condition: string) =>
  [...terms.slice(0, index).map(isEqual), condition].join(" and ")

/** An index holds the columns of one sort term and the key: rows after a position are one comparison of rows, and the nulls that follow. */
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

/** Only what was asked for can be null; the rest of an order is its key. */
const hasOneTerm = (order: Order) => !order.slice(1).some(({ column }) => column.nullable)

/** One of the intervals that make up a list, in the list's order; `fixed` of the order's first terms are the same in all its rows. */
export interface Range {
  readonly condition: string
  readonly fixed: number
  /** Set where rows that are equal in this term may be many and in an order that no index holds. */
  readonly ties?: OrderTerm
}

/**
 * The rows after a position as ranges that exclude one another, the nearest first, each a range of an
 * index on the order's columns, so that a deep page costs as little as the first.
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

/** The whole list as such ranges; none where one range of an index is the list. */
export function wholeRanges(order: Order): Range[] {
  const [term] = order
  // An index has nulls at the end that is last ascending.
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
