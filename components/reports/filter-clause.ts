import {
  type Filter,
  type ListOperation,
  type Operator,
  ownValue,
  type Period,
} from "@/lib/catalogue"
import { sameCondition, type View } from "@/lib/client"

/** What one chip says about a property: one condition, both ends of a range, or a period. */
export interface Clause {
  readonly property: string
  /** Empty for a period, two for a range, else one. */
  readonly filters: readonly Filter[]
  readonly period?: Period
}

/** What can be asked of a property: one of its own operators, both ends of a range, a period, or whether there is a value at all. */
export type Condition = Operator | "between" | "during" | "hasValue" | "hasNone"

type Narrowed = Pick<View, "filters" | "periods">

const rangeTypes = new Set(["integer", "double", "datetime", "datetimeoffset"])

/** True where people think of two conditions as the ends of one range. */
export const takesRange = (operation: ListOperation, property: string): boolean =>
  rangeTypes.has(ownValue(operation.properties, property)?.type ?? "")

/** The other end of the range that a filter belongs to. */
function otherEnd(operation: ListOperation, filters: readonly Filter[], filter: Filter) {
  const { property, operator } = filter
  if (!takesRange(operation, property)) return undefined
  const wanted = operator === "gte" ? "lte" : operator === "lte" ? "gte" : undefined
  return filters.find((other) => other.property === property && other.operator === wanted)
}

/** A view's conditions as people read them: periods first, both ends of a range together. */
export function clausesOf(operation: ListOperation, { filters, periods }: Narrowed): Clause[] {
  const clauses: Clause[] = periods.map(({ property, period }) => ({
    property,
    filters: [],
    period,
  }))
  for (const filter of filters) {
    const { property } = filter
    const other = otherEnd(operation, filters, filter)
    if (!other) clauses.push({ property, filters: [filter] })
    else if (filter.operator === "gte") clauses.push({ property, filters: [filter, other] })
  }
  return clauses
}

/** Tells the clauses of a view apart. */
export const clauseKey = ({ property, filters, period }: Clause): string =>
  [property, period ? "period" : filters.map(({ operator }) => operator)].join(" ")

/** The condition that a clause stands for. */
export function conditionOf({ filters: [filter, other], period }: Clause): Condition {
  if (period) return "during"
  if (other) return "between"
  if (filter?.value !== null) return filter?.operator ?? "eq"
  return filter.operator === "eq" ? "hasNone" : "hasValue"
}

const bounds = (clause: Clause): boolean =>
  clause.filters.some(({ operator }) => operator === "gte" || operator === "lt")

/** The clauses that cannot stand beside another: a list takes each condition once, and a period is two of them. */
const excludes = (clause: Clause, other: Clause): boolean =>
  clause.property === other.property &&
  ((clause.period !== undefined && (other.period !== undefined || bounds(other))) ||
    (other.period !== undefined && bounds(clause)) ||
    clause.filters.some((filter) => other.filters.some((theirs) => sameCondition(filter, theirs))))

const conditionsFrom = (clauses: readonly Clause[]): Narrowed => ({
  filters: clauses.flatMap(({ filters }) => filters),
  periods: clauses.flatMap(({ property, period }) => (period ? [{ property, period }] : [])),
})

/** The view without a clause. */
export const removeClause = (operation: ListOperation, view: View, clause: Clause): View => ({
  ...view,
  ...conditionsFrom(
    clausesOf(operation, view).filter((other) => clauseKey(other) !== clauseKey(clause)),
  ),
})

/** The clauses that a new one takes the place of, beside the one that it is meant to. */
export const replacedBy = (
  operation: ListOperation,
  view: View,
  clause: Clause,
  instead?: Clause,
): Clause[] =>
  clausesOf(operation, view).filter(
    (other) => !(instead && clauseKey(other) === clauseKey(instead)) && excludes(clause, other),
  )

/** The view with a clause, in the place of another and of all that it excludes. */
export function putClause(
  operation: ListOperation,
  view: View,
  clause: Clause,
  instead?: Clause,
): View {
  const kept = clausesOf(operation, instead ? removeClause(operation, view, instead) : view)
  return {
    ...view,
    ...conditionsFrom([...kept.filter((other) => !excludes(clause, other)), clause]),
  }
}
