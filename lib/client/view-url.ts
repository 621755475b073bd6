import {
  type Filter,
  type ListOperation,
  type PathParameters,
  type Problem,
  parseGuid,
  parseListQuery,
  parseSort,
  printListQuery,
  type SortTerm,
} from "@/lib/catalogue"

const pathPrefix = "path."
const paging = new Set(["limit", "offset", "cursor"])

/** What a report page shows; its URL holds all of it. Path parameters may be incomplete, an empty sort means the default. */
export interface View {
  readonly parameters: PathParameters
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
}

export const emptyView: View = { parameters: {}, filters: [], sort: [] }

class ViewReader {
  readonly parameters: Record<string, string> = {}
  readonly filters: Filter[] = []
  readonly notices: Problem[] = []
  sort: readonly SortTerm[] = []
  private sorted = false

  constructor(private readonly operation: ListOperation) {}

  read(name: string, text: string) {
    if (name.startsWith(pathPrefix)) this.readParameter(name, text)
    else if (name === "sort") this.readSort(text)
    else if (paging.has(name)) this.drop(name, `${name} has no place in a report's address.`)
    else this.readFilter(name, text)
  }

  private drop(parameter: string, message: string) {
    this.notices.push({ parameter, message })
  }

  private readParameter(name: string, text: string) {
    const parameter = name.slice(pathPrefix.length)
    const guid = parseGuid(text)
    if (!Object.hasOwn(this.operation.parameters, parameter))
      this.drop(name, `${parameter} is not a path parameter of this report.`)
    else if (Object.hasOwn(this.parameters, parameter)) this.drop(name, `${name} is given twice.`)
    else if (!guid) this.drop(name, `${parameter} must be a guid.`)
    else this.parameters[parameter] = guid
  }

  private readSort(text: string) {
    if (this.sorted) return this.drop("sort", "sort is given twice.")
    this.sorted = true
    const { sort, problems } = parseSort(this.operation, text)
    this.sort = sort
    this.notices.push(...problems)
  }

  private readFilter(name: string, text: string) {
    const parsed = parseListQuery(this.operation, new URLSearchParams([[name, text]]))
    if (!parsed.ok) return void this.notices.push(...parsed.problems)
    const found = "filters" in parsed.query ? parsed.query.filters : []
    for (const filter of found)
      if (this.filters.some((earlier) => sameCondition(earlier, filter)))
        this.drop(name, `${filter.property}[${filter.operator}] is given twice.`)
      else this.filters.push(filter)
  }
}

/** True where two filters ask the same property by the same operator, of which a list takes one. */
export const sameCondition = (a: Filter, b: Filter): boolean =>
  a.property === b.property && a.operator === b.operator

/** Reads a report page's search leniently: what it cannot mean is left out and reported as a notice. */
export function parseView(
  operation: ListOperation,
  search: URLSearchParams,
): { view: View; notices: Problem[] } {
  const reader = new ViewReader(operation)
  for (const [name, text] of search) reader.read(name, text)
  const { parameters, filters, sort, notices } = reader
  return { view: { parameters, filters, sort }, notices }
}

/** Prints a view in canonical form, the inverse of `parseView`: equal views give equal text. */
export function printView(operation: ListOperation, view: View): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of Object.keys(operation.parameters)) {
    const id = view.parameters[name]
    if (id !== undefined) search.set(`${pathPrefix}${name}`, id)
  }
  for (const [name, text] of printListQuery(operation, { filters: view.filters, sort: view.sort }))
    search.set(name, text)
  return search
}

/** The address of a report page: `/reports/departments?type=Store&sort=-name`. */
export function reportHref(operation: ListOperation, view: View): string {
  const search = printView(operation, view).toString()
  return `/reports/${encodeURIComponent(operation.id)}${search && `?${search}`}`
}

/** The path parameters that the view still lacks, in the path's order. */
export const missingParameters = (operation: ListOperation, view: View): string[] =>
  Object.keys(operation.parameters).filter((name) => view.parameters[name] === undefined)
