import { type Catalogue, fieldsOf } from "./catalogue"
import { canonicalFilters, type Filter } from "./filter"
import { effectiveSort, type ListQuery } from "./list-query"
import type { ListOperation, Operator, Property } from "./operation"
import type { Row } from "./response"
import type { SortTerm } from "./sort"
import { operatorsOf, type QueryValue, valueTypes } from "./value"

/** How to continue a list whose cursor has expired. */
export interface Continuation {
  /**
   * Lists to read in sequence, each to its end. Together they give the rows after the last taken
   * one, preceded by those that `mayRepeat`.
   */
  readonly queries: readonly ListQuery[]
  /** Whether a taken row comes again. True from some taken row on to the last. */
  readonly mayRepeat: (taken: Row) => boolean
  /**
   * True if there is no key to continue from. The list is then read from its start, and every taken
   * row comes again.
   */
  readonly fromStart: boolean
}

/** Longer texts do not fit into a URL, and only their first 500 characters determine the order. */
const maxKeyLength = 400

/** The first sort term that the query does not fix to one value. */
function leadingTerm(operation: ListOperation, query: ListQuery): SortTerm | undefined {
  const isPinned = (property: string) =>
    query.filters.some((filter) => filter.property === property && filter.operator === "eq")
  return effectiveSort(operation, query).find(({ property }) => !isPinned(property))
}

/**
 * How a row's value of a property is read: null if empty, undefined if it cannot be used in a
 * filter.
 */
function keyReader(from: Catalogue, operation: ListOperation, name: string, property: Property) {
  const field = property.field ?? name
  const fields = fieldsOf(from, operation)
  if (!fields[field] || operation.nulls?.includes(field)) return undefined
  const aliases = Object.keys(fields).filter((other) => fields[other]?.sameAs === field)
  const { parse } = valueTypes[property.type]
  return (row: Row): QueryValue | undefined => {
    const value = row[field] ?? aliases.map((alias) => row[alias]).find((each) => each != null)
    if (value === null || value === undefined) return null
    if (typeof value === "number" && !Number.isFinite(value)) return undefined
    return parse(typeof value === "number" ? printNumber(value) : `${value}`)
  }
}

const printNumber = (value: number) =>
  Number.isSafeInteger(value) ? BigInt(value).toString() : `${value}`

/** Whether a filter can carry the key exactly. Integers above 2^53 arrive rounded. */
function isCarried(key: QueryValue, { type }: Property): boolean {
  if (typeof key === "string") return key !== "" && [...key].length <= maxKeyLength
  return type !== "integer" || key === null || Number.isSafeInteger(key)
}

const excludesNulls = ({ operator, value }: Filter) =>
  operator === "ne" ? value === null : operator !== "eq" || value !== null

/**
 * The query with an additional condition. Undefined if its place is taken by a condition that does
 * not imply it.
 */
function narrow(operation: ListOperation, query: ListQuery, added: Filter): ListQuery | undefined {
  const { offset: _, ...rest } = query
  const [own] = query.filters.filter(
    ({ property, operator }) => property === added.property && operator === added.operator,
  )
  if (own && added.operator === "ne" && own.value !== null) return undefined
  const filters = [...query.filters.filter((filter) => filter !== own), added]
  return { ...rest, filters: canonicalFilters(operation, filters) }
}

/**
 * Conditions for the intervals after a key. Nulls come last ascending and first descending
 * (decisions "Sorting").
 */
function intervalsAfter(
  { property, descending }: SortTerm,
  key: QueryValue,
  hasNulls: boolean,
): Filter[] {
  const condition = (operator: Operator, value: QueryValue) => ({ property, operator, value })
  const nulls = condition("eq", null)
  if (key === null) return descending ? [nulls, condition("ne", null)] : [nulls]
  if (descending) return [condition("lte", key)]
  return hasNulls ? [condition("gte", key), nulls] : [condition("gte", key)]
}

/**
 * Where a list continues after `last`, the last row taken, when its cursor has expired (decisions
 * "Paging"): at the same first sort value, inclusive, because the order among rows of one value
 * cannot be expressed by a filter. `TakenRows` separates those rows from new ones. Always pass the
 * first query, even if its continuation has expired too.
 */
export function continueAfter(
  from: Catalogue,
  operation: ListOperation,
  query: ListQuery,
  last: Row,
): Continuation {
  const restart = { queries: [query], mayRepeat: () => true, fromStart: true }
  const term = leadingTerm(operation, query)
  const property = term && operation.properties[term.property]
  if (!term || !property?.filter || !operatorsOf(property).includes("gte")) return restart
  const read = keyReader(from, operation, term.property, property)
  const key = read?.(last)
  if (!read || key === undefined || !isCarried(key, property)) return restart
  const own = query.filters.filter((filter) => filter.property === term.property)
  const intervals = intervalsAfter(term, key, !own.some(excludesNulls))
  const queries = intervals.flatMap((interval) => narrow(operation, query, interval) ?? [])
  if (queries.length < intervals.length) return restart
  return { queries, mayRepeat: (taken) => read(taken) === key, fromStart: false }
}

/**
 * Rows that were taken and may come again. Rows with an `id` are recognized by it, others by their
 * whole content, counting duplicates. If there may be millions, `shorten` hashes the content before
 * it is stored.
 */
export class TakenRows {
  private readonly ids = new Set<unknown>()
  private readonly contents = new Map<string, number>()

  constructor(
    rows: Iterable<Row> = [],
    private readonly shorten: (content: string) => string = (content) => content,
  ) {
    for (const row of rows) this.add(row)
  }

  add(row: Row): void {
    const id = row["id"]
    if (typeof id === "string") this.ids.add(id)
    else this.count(this.contentOf(row), 1)
  }

  /**
   * True for a row that was taken before. Without an `id`, each taken row matches one repetition.
   */
  comesAgain(row: Row): boolean {
    const id = row["id"]
    if (typeof id === "string") return this.ids.has(id)
    const content = this.contentOf(row)
    if (!this.contents.has(content)) return false
    this.count(content, -1)
    return true
  }

  private contentOf(row: Row): string {
    return this.shorten(JSON.stringify(row))
  }

  private count(content: string, change: 1 | -1) {
    const count = (this.contents.get(content) ?? 0) + change
    if (count === 0) this.contents.delete(content)
    else this.contents.set(content, count)
  }
}
