import type { Comparison, Filter, Property, QueryValue } from "@/lib/catalogue"
import type { Parameters } from "../db"
import { columnTypes, orderedLength } from "./column-types"
import type { TableColumn } from "./tables"
import { printTextMatch } from "./texts"

/**
 * A filter's value among those that a column can hold: `at` one of them, or just `above` or `below`
 * it, because times are stored to the microsecond and integers in 64 bits.
 */
interface Bound {
  readonly position: "at" | "above" | "below"
  readonly value: string
}

const comparisons = {
  at: { eq: "=", ne: "is distinct from", lt: "<", lte: "<=", gt: ">", gte: ">=" },
  above: { eq: false, ne: true, lt: "<=", lte: "<=", gt: ">", gte: ">" },
  below: { eq: false, ne: true, lt: "<", lte: "<", gt: ">=", gte: ">=" },
} as const satisfies Record<Bound["position"], Record<Comparison, string | boolean>>

const largest = 2n ** 63n - 1n
const smallest = -(2n ** 63n)
const beyondMicroseconds = /(\.\d{6})\d+/

function integerBound(value: Exclude<QueryValue, null>): Bound {
  const whole = BigInt(value)
  if (whole > largest) return { position: "above", value: `${largest}` }
  if (whole < smallest) return { position: "below", value: `${smallest}` }
  return { position: "at", value: `${whole}` }
}

function boundOf({ kind }: TableColumn, value: Exclude<QueryValue, null>): Bound {
  const { family } = columnTypes[kind]
  if (family === "integer") return integerBound(value)
  const text = `${value}`
  if (family === "time" && beyondMicroseconds.test(text))
    return { position: "above", value: text.replace(beyondMicroseconds, "$1") }
  return { position: "at", value: text }
}

/** The indexed prefix of a text gives the same results for every value shorter than it. */
const comparedPart = ({ sql, ordered, kind }: TableColumn, value: string) =>
  kind === "string" && [...value].length >= orderedLength ? sql : ordered

/**
 * Whether an object in an array has the value. A null array meets neither operator, unless
 * `nullIsEmpty`.
 */
export function printElementCondition(
  column: string,
  { member, nullIsEmpty }: Omit<NonNullable<Property["elementOf"]>, "field">,
  { operator, value }: Filter,
  parameters: Parameters,
): string {
  if (value === null) return `${column} is ${operator === "eq" ? "null" : "not null"}`
  const element = parameters.add(JSON.stringify([{ [member]: value }]))
  const has = `${column}::jsonb @> ${element}::jsonb`
  if (operator === "eq") return has
  return nullIsEmpty ? `(${column} is null or not ${has})` : `${column} is not null and not ${has}`
}

/** Whether an array of ids contains the value. False for an unknown array. */
export function printWithinCondition(
  { sql }: TableColumn,
  { operator, value }: Filter,
  parameters: Parameters,
): string {
  if (value === null) return `${sql} is ${operator === "eq" ? "null" : "not null"}`
  const has = `coalesce(${parameters.add(`${value}`)}::uuid = any(${sql}), false)`
  return operator === "eq" ? has : `not ${has}`
}

/**
 * A filter as an SQL condition on its column (decisions "Filters"). `ne` includes nulls, the
 * ordering operators exclude them.
 */
export function printCondition(
  column: TableColumn,
  filter: Filter,
  parameters: Parameters,
): string {
  const { operator, value } = filter
  if (value === null) return `${column.ordered} is ${operator === "eq" ? "null" : "not null"}`
  if (operator === "contains" || operator === "begins")
    return printTextMatch(column.sql, { operator, text: `${value}` }, parameters)
  const bound = boundOf(column, value)
  const comparison = comparisons[bound.position][operator]
  if (typeof comparison === "boolean") return `${comparison}`
  const parameter = columnTypes[column.kind].parameter(parameters.add(bound.value))
  return `${comparedPart(column, bound.value)} ${comparison} ${parameter}`
}
