import type { ListOperation, Operator } from "./operation"
import { operators } from "./operation"
import type { Problem } from "./problem"
import { operatorsOf, type QueryValue, valueTypes } from "./value"

/** One condition; a null value with `eq` means "has none", with `ne` "has one" (decisions "Filters"). */
export interface Filter {
  readonly property: string
  readonly operator: Operator
  readonly value: QueryValue
}

export interface SortTerm {
  readonly property: string
  readonly descending: boolean
}

/** A list request that starts somewhere: conditions are ANDed, an empty sort means the operation's default, `limit` is within the maximum. */
export interface ListQuery {
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
  readonly limit?: number
  readonly offset?: number
}

/** A list request that goes on from a cursor, which stands for everything but `limit` (decisions "Paging"). */
export interface FollowQuery {
  readonly cursor: string
  readonly limit?: number
}

export type ListRequest = ListQuery | FollowQuery

export type Parsed<T> = { ok: true; query: T } | { ok: false; problems: Problem[] }

export const isFollow = (request: ListRequest): request is FollowQuery => "cursor" in request

const parameterPattern = /^([A-Za-z][A-Za-z0-9]*)(?:\[([^\]]*)\])?$/
const wholeNumber = /^\d+$/

function parseWhole(text: string, name: string, low: number): number | Problem {
  const value = wholeNumber.test(text) ? Number(text) : -1
  if (value >= low) return Math.min(value, Number.MAX_SAFE_INTEGER)
  return { parameter: name, message: `${name} must be a whole number of at least ${low}.` }
}

/** Reads `a,-b`; every term must be sortable and named once (decisions "Sorting"). */
export function parseSort(
  operation: ListOperation,
  text: string,
): { sort: SortTerm[]; problems: Problem[] } {
  const problems: Problem[] = []
  const sort: SortTerm[] = []
  for (const term of text.split(",")) {
    const descending = term.startsWith("-")
    const property = descending ? term.slice(1) : term
    const complain = (what: string) => problems.push({ parameter: "sort", message: what })
    if (property === "") complain("sort has an empty term; write it as sort=a,-b.")
    else if (
      !Object.hasOwn(operation.properties, property) ||
      !operation.properties[property]?.sort
    )
      complain(`"${property}" is not a sortable property of this list.`)
    else if (sort.some((earlier) => earlier.property === property))
      complain(`"${property}" is named twice in sort.`)
    else sort.push({ property, descending })
  }
  return { sort, problems }
}

/** The order a query asks for: its own sort or the operation's default; the store adds the unique key. */
export const effectiveSort = (operation: ListOperation, query: ListQuery): readonly SortTerm[] =>
  query.sort.length > 0 ? query.sort : parseSort(operation, operation.defaultSort).sort

function parseFilter(operation: ListOperation, parameter: string, text: string): Filter | Problem {
  const parts = parameterPattern.exec(parameter)
  const name = parts?.[1] ?? ""
  const property = Object.hasOwn(operation.properties, name)
    ? operation.properties[name]
    : undefined
  if (!property) return { parameter, message: `${parameter} is not a parameter of this list.` }
  if (!property.filter) return { parameter, message: `${name} can be sorted by but not filtered.` }
  const operator = operators.find((known) => known === (parts?.[2] ?? "eq"))
  const allowed = operatorsOf(property)
  if (!operator || !allowed.includes(operator))
    return { parameter, message: `${name} can be compared with ${allowed.join(", ")} only.` }
  if (text === "") {
    if (operator === "eq" || operator === "ne") return { property: name, operator, value: null }
    return { parameter, message: `${parameter} needs a value; only eq and ne test for none.` }
  }
  const type = valueTypes[property.type]
  const value = type.parse(text)
  if (value === undefined) return { parameter, message: `${parameter} must be ${type.expected}.` }
  return { property: name, operator, value }
}

const isProblem = (result: object): result is Problem => "message" in result

/** Filters in the catalogue's order, so that equal questions print alike. */
function canonical(operation: ListOperation, filters: readonly Filter[]): Filter[] {
  const names = Object.keys(operation.properties)
  const rank = (filter: Filter) =>
    names.indexOf(filter.property) * operators.length + operators.indexOf(filter.operator)
  return filters.toSorted((a, b) => rank(a) - rank(b))
}

class QueryReader {
  readonly problems: Problem[] = []
  readonly filters: Filter[] = []
  sort: SortTerm[] = []
  limit?: number
  offset?: number
  cursor?: string
  private readonly seen = new Set<string>()

  constructor(private readonly operation: ListOperation) {}

  read(parameter: string, text: string) {
    if (this.seen.has(parameter)) return this.complain(parameter, `${parameter} is given twice.`)
    this.seen.add(parameter)
    if (parameter === "limit") this.readWhole("limit", text, 1)
    else if (parameter === "offset") this.readWhole("offset", text, 0)
    else if (parameter === "cursor") this.cursor = text
    else if (parameter === "sort") this.readSort(text)
    else this.readFilter(parameter, text)
  }

  private complain(parameter: string, message: string) {
    this.problems.push({ parameter, message })
  }

  private readWhole(name: "limit" | "offset", text: string, low: number) {
    const value = parseWhole(text, name, low)
    if (typeof value !== "number") this.problems.push(value)
    else this[name] = name === "limit" ? Math.min(value, this.operation.limit.maximum) : value
  }

  private readSort(text: string) {
    const { sort, problems } = parseSort(this.operation, text)
    this.sort = sort
    this.problems.push(...problems)
  }

  private readFilter(parameter: string, text: string) {
    const filter = parseFilter(this.operation, parameter, text)
    if (isProblem(filter)) this.problems.push(filter)
    else if (
      this.filters.some((f) => f.property === filter.property && f.operator === filter.operator)
    )
      this.complain(parameter, `${filter.property}[${filter.operator}] is given twice.`)
    else this.filters.push(filter)
  }

  refuseBesideCursor() {
    for (const parameter of this.seen)
      if (parameter !== "cursor" && parameter !== "limit")
        this.complain(parameter, `${parameter} cannot be given beside cursor, which stands for it.`)
  }
}

/**
 * Parses a list operation's query strictly (decisions "Filters", "Sorting", "Paging"): every problem is
 * named, nothing is ignored. `limit` above the maximum becomes the maximum. A cursor's own text is
 * checked by whoever issued it.
 */
export function parseListQuery(
  operation: ListOperation,
  search: URLSearchParams,
): Parsed<ListRequest> {
  const reader = new QueryReader(operation)
  for (const [parameter, text] of search) reader.read(parameter, text)
  const { cursor, limit, offset, filters, sort, problems } = reader
  if (cursor !== undefined) reader.refuseBesideCursor()
  if (problems.length > 0) return { ok: false, problems }
  const paging = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
  if (cursor !== undefined) return { ok: true, query: { cursor, ...paging } }
  return { ok: true, query: { filters: canonical(operation, filters), sort, ...paging } }
}

/** By-id operations take no query: every parameter is a problem (decisions "Filters"). */
export const refuseQuery = (search: URLSearchParams): Problem[] =>
  [...new Set(search.keys())].map((parameter) => ({
    parameter,
    message: `${parameter} is not a parameter here; this operation takes none.`,
  }))

export const printSort = (sort: readonly SortTerm[]): string =>
  sort.map((term) => `${term.descending ? "-" : ""}${term.property}`).join(",")

/** Prints a request in canonical form, the inverse of `parseListQuery`: equal questions give equal text. */
export function printListQuery(operation: ListOperation, request: ListRequest): URLSearchParams {
  const search = new URLSearchParams()
  if (isFollow(request)) {
    search.set("cursor", request.cursor)
  } else {
    for (const { property, operator, value } of canonical(operation, request.filters))
      search.set(operator === "eq" ? property : `${property}[${operator}]`, `${value ?? ""}`)
    if (request.sort.length > 0) search.set("sort", printSort(request.sort))
    if (request.offset) search.set("offset", `${request.offset}`)
  }
  if (request.limit !== undefined) search.set("limit", `${request.limit}`)
  return search
}
