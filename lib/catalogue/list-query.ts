import {
  canonicalFilters,
  type Filter,
  parseFilter,
  printFilterName,
  printFilterValue,
} from "./filter"
import type { ListOperation } from "./operation"
import { type Problem, problemLimit, quote } from "./problem"
import { parseSort, printSort, type SortTerm } from "./sort"

/**
 * A list request with a starting point. Conditions are ANDed, an empty sort means the operation's
 * default, and `limit` is within the maximum.
 */
export interface ListQuery {
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
  readonly limit?: number
  readonly offset?: number
}

/**
 * A list request that follows a cursor, which determines everything but `limit` (decisions
 * "Paging").
 */
export interface FollowQuery {
  readonly cursor: string
  readonly limit?: number
}

export type ListRequest = ListQuery | FollowQuery

export type Parsed<T> = { ok: true; query: T } | { ok: false; problems: Problem[] }

export const isFollow = (request: ListRequest): request is FollowQuery => "cursor" in request

/** A query's order: its own sort or the operation's default. The store adds the unique key. */
export const effectiveSort = (operation: ListOperation, query: ListQuery): readonly SortTerm[] =>
  query.sort.length > 0 ? query.sort : parseSort(operation, operation.defaultSort).sort

const wholeNumber = /^\d+$/

function parseWhole(text: string, name: string, low: number): number | Problem {
  const value = wholeNumber.test(text) ? Number(text) : -1
  if (value >= low) return Math.min(value, Number.MAX_SAFE_INTEGER)
  return { parameter: name, message: `${name} must be a whole number of at least ${low}.` }
}

const isProblem = (result: object): result is Problem => "message" in result

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
    if (this.seen.has(parameter)) return this.complain(parameter, "is given twice.")
    this.seen.add(parameter)
    if (parameter === "limit") this.readWhole("limit", text, 1)
    else if (parameter === "offset") this.readWhole("offset", text, 0)
    else if (parameter === "cursor") this.cursor = text
    else if (parameter === "sort") this.readSort(text)
    else this.readFilter(parameter, text)
  }

  /** The first problems, including parameters that are not allowed with a cursor. */
  allProblems(): Problem[] {
    if (this.cursor !== undefined)
      for (const parameter of this.seen)
        if (parameter !== "cursor" && parameter !== "limit")
          this.complain(parameter, "cannot be given beside cursor, which stands for it.")
    return this.problems.slice(0, problemLimit)
  }

  private complain(parameter: string, what: string) {
    const name = quote(parameter)
    this.problems.push({ parameter: name, message: `${name} ${what}` })
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
    const isSame = (other: Filter) =>
      !isProblem(filter) && other.property === filter.property && other.operator === filter.operator
    if (isProblem(filter)) this.problems.push(filter)
    else if (this.filters.some(isSame)) this.complain(parameter, "is given twice.")
    else this.filters.push(filter)
  }
}

/**
 * Parses a list operation's query strictly (decisions "Filters", "Sorting", "Paging"): nothing is
 * ignored, and the first 20 problems are reported. A `limit` above the maximum becomes the maximum.
 * The issuer of a cursor checks its content. For a raw query string see `parseSearch`.
 */
export function parseListQuery(
  operation: ListOperation,
  search: URLSearchParams,
): Parsed<ListRequest> {
  const reader = new QueryReader(operation)
  for (const [parameter, text] of search) {
    if (reader.problems.length >= problemLimit) break
    reader.read(parameter, text)
  }
  const problems = reader.allProblems()
  if (problems.length > 0) return { ok: false, problems }
  const { cursor, limit, offset, filters, sort } = reader
  const paging = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
  if (cursor !== undefined) return { ok: true, query: { cursor, ...paging } }
  return { ok: true, query: { filters: canonicalFilters(operation, filters), sort, ...paging } }
}

/**
 * By-id operations take no query: every parameter is a problem (decisions "Filters"). The first 20
 * are reported.
 */
export const refuseQuery = (search: URLSearchParams): Problem[] =>
  [...new Set(search.keys())].slice(0, problemLimit).map((parameter) => ({
    parameter: quote(parameter),
    message: `${quote(parameter)} is not a parameter here; this operation takes none.`,
  }))

/**
 * Prints a request, the inverse of `parseListQuery`. Filters come in the catalogue's order, then
 * sort, offset and limit, so that their original order makes no difference.
 */
export function printListQuery(operation: ListOperation, request: ListRequest): URLSearchParams {
  const search = new URLSearchParams()
  if (isFollow(request)) {
    search.append("cursor", request.cursor)
  } else {
    for (const filter of canonicalFilters(operation, request.filters))
      search.append(printFilterName(filter), printFilterValue(filter))
    if (request.sort.length > 0) search.append("sort", printSort(request.sort))
    if (request.offset) search.append("offset", `${request.offset}`)
  }
  if (request.limit !== undefined) search.append("limit", `${request.limit}`)
  return search
}
