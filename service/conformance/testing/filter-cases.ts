import {
  type Filter,
  type ListOperation,
  operatorsOf,
  type QueryValue,
  type Row,
} from "@/lib/catalogue"
import { everyFilter } from "@/lib/records/testing/arbitraries"

/** A filter and the query that expresses it. */
export interface FilterCase {
  readonly list: string
  readonly operation: ListOperation
  readonly query: string
  readonly filter: Filter
}

/** How many stored values and how many others each operator is tried with. */
const tried = { stored: 2, any: 2 } as const

/** Picks items spread over a list, with a different start for each case. */
function pick<T>(items: readonly T[], count: number, start: number): T[] {
  const size = Math.min(count, items.length)
  const step = Math.max(1, Math.floor(items.length / Math.max(1, size)))
  return Array.from(
    { length: size },
    (_, index) => items[(start + index * step) % items.length] as T,
  )
}

/**
 * The spellings of a value: either letter case for guids and booleans, times with or without an
 * offset (decisions "Filters").
 */
function printValue(type: string, value: QueryValue, variant: number): string {
  if (value === null) return ""
  if (typeof value === "boolean")
    return [`${value}`, value ? "1" : "0", value ? "TRUE" : "False"][variant % 3] ?? ""
  if (typeof value === "number") return Number.isInteger(value) ? `${BigInt(value)}` : `${value}`
  if (type === "guid") return variant % 2 === 0 ? value : value.toUpperCase()
  if (!type.startsWith("datetime")) return value
  const bare = value.replace(/(Z|\+00:00)$/, "")
  return [bare, `${bare}Z`, `${bare}+00:00`][variant % 3] ?? bare
}

function printCase(type: string, { property, operator, value }: Filter, variant: number): string {
  const text = encodeURIComponent(printValue(type, value, variant))
  if (operator === "eq" && variant % 2 === 0) return `${property}=${text}`
  const name = `${property}[${operator}]`
  return `${variant % 3 === 0 ? encodeURIComponent(name) : name}=${text}`
}

function valuesFor(
  operation: ListOperation,
  name: string,
  records: readonly Row[],
): { stored: QueryValue[]; any: QueryValue[] } {
  const field = operation.properties[name]?.field ?? name
  const usable = (value: QueryValue | undefined): value is QueryValue =>
    value !== null && value !== undefined && value !== ""
  const stored = [...new Set(records.map((record) => record[field] as QueryValue))].filter(usable)
  const listed = everyFilter(operation).filter(({ property }) => property === name)
  const any = [...new Set(listed.map(({ value }) => value))].filter(usable)
  return { stored, any: any.filter((value) => !stored.includes(value)) }
}

/**
 * Each filterable property of a list with each of its operators, for several values and for null.
 */
export function filterCases(operation: ListOperation, records: readonly Row[]): FilterCase[] {
  const filterable = Object.entries(operation.properties).filter(([, { filter }]) => filter)
  return filterable.flatMap(([property, described], fixture) => {
    const values = valuesFor(operation, property, records)
    const compare = operatorsOf(described).flatMap((operator, index): Filter[] =>
      [
        ...pick(values.stored, tried.stored, fixture + index),
        ...pick(values.any, tried.any, fixture + index),
      ].map((value) => ({ property, operator, value })),
    )
    const none = (["eq", "ne"] as const).map((operator) => ({ property, operator, value: null }))
    return [...compare, ...none].map((filter, variant) => ({
      list: operation.id,
      operation,
      filter,
      query: printCase(described.type, filter, variant + fixture),
    }))
  })
}
