import {
  type Fields,
  type Filter,
  type ListOperation,
  type ListQuery,
  type PathParameters,
  type PeriodFilter,
  periodConditions,
  printListQuery,
  printPeriod,
  type SortTerm,
  type Today,
} from "@/lib/catalogue"
import { pageSort } from "./list-url"
import { isWallClock } from "./property-field"
import { printLayout, type ViewLayout } from "./view-layout"

export const pathPrefix = "path."
export const periodPrefix = "period."
export const viewPrefix = "view."

/**
 * The state of a report page; its URL contains all of it. Path parameters may be incomplete, an
 * empty sort means the default.
 */
export interface View {
  readonly parameters: PathParameters
  readonly filters: readonly Filter[]
  /** Relative conditions beside the filters; at most one per property. */
  readonly periods: readonly PeriodFilter[]
  readonly sort: readonly SortTerm[]
  readonly layout: ViewLayout
  /** The IANA time zone for display and periods; absent, the reader's. */
  readonly zone?: string
  /** The id of the saved view that this one came from; `none` for the plain report. */
  readonly saved?: string
}

/** The value of `saved` for the report without a saved view, even if one opens by default. */
export const plainReport = "none"

export const emptyView: View = { parameters: {}, filters: [], periods: [], sort: [], layout: {} }

/** True if two filters have the same property and operator; a list accepts only one. */
export const sameCondition = (a: Filter, b: Filter): boolean =>
  a.property === b.property && a.operator === b.operator

/** True if the view filters rows. */
export const isNarrowed = ({ filters, periods }: View): boolean =>
  filters.length + periods.length > 0

/**
 * The query of a view on a day: its filters, its periods as conditions, and its order, else the
 * page's default. The layout does not affect it.
 */
export function viewQuery(
  operation: ListOperation,
  fields: Fields,
  { filters, periods, sort }: View,
  today: Today,
): ListQuery {
  const conditions = periods.flatMap((period) =>
    periodConditions(period, today, isWallClock(operation, fields, period.property)),
  )
  return {
    filters: [...filters, ...conditions],
    sort: sort.length > 0 ? sort : pageSort(operation),
  }
}

function printPeriods(operation: ListOperation, periods: readonly PeriodFilter[]) {
  const names = Object.keys(operation.properties)
  return periods
    .toSorted((a, b) => names.indexOf(a.property) - names.indexOf(b.property))
    .map(({ property, period }) => [`${periodPrefix}${property}`, printPeriod(period)] as const)
}

/** Prints a view in canonical form, the inverse of `parseView`: equal views yield equal text. */
export function printView(operation: ListOperation, view: View): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of Object.keys(operation.parameters)) {
    const id = view.parameters[name]
    if (id !== undefined) search.set(`${pathPrefix}${name}`, id)
  }
  for (const [name, text] of printPeriods(operation, view.periods)) search.set(name, text)
  const query = { filters: view.filters, sort: view.sort }
  for (const [name, text] of printListQuery(operation, query)) search.set(name, text)
  for (const [name, text] of printLayout(view.layout)) search.set(`${viewPrefix}${name}`, text)
  if (view.zone) search.set(`${viewPrefix}zone`, view.zone)
  if (view.saved) search.set(`${viewPrefix}saved`, view.saved)
  return search
}

const readable = { "%2C": ",", "%3A": ":", "%2F": "/" } as const

/** A readable search, with characters unescaped where a query allows them. */
const writeSearch = (search: URLSearchParams): string =>
  `${search}`.replaceAll(/%2C|%3A|%2F/g, (code) => readable[code as keyof typeof readable])

/** The path of a report's own page. */
export const reportPath = (operation: ListOperation): string =>
  `/reports/${encodeURIComponent(operation.id)}`

/**
 * The address of a report: `/reports/departments?type=Store&sort=-name`, or the same on another
 * page that shows it.
 */
export function reportHref(
  operation: ListOperation,
  view: View,
  path: string = reportPath(operation),
): string {
  const search = writeSearch(printView(operation, view))
  return `${path}${search && `?${search}`}`
}

/** The path parameters that the view lacks, in path order. */
export const missingParameters = (operation: ListOperation, view: View): string[] =>
  Object.keys(operation.parameters).filter((name) => view.parameters[name] === undefined)
