import { queryOptions } from "@tanstack/react-query"
import {
  defaultSummaryQuery,
  type Fields,
  type Filter,
  type ListOperation,
  ownValue,
  parseSummaryQuery,
  printSummaryQuery,
  type SummaryQuery,
} from "@/lib/catalogue"
import type { CopiedLists } from "@/lib/contract"
import { apiOptions, printUrl } from "./api"
import type { InsightKind } from "./insights"
import { readOnce } from "./queries"
import { type DroppedPart, parseView } from "./view-reader"
import { emptyView, printView, reportPath, type View } from "./view-url"

/** The state of a summary page; its URL contains all of it. */
export interface SummaryView {
  /** The filters, periods and time zone, as in a report. */
  readonly view: View
  /** The question without the parts in the view. */
  readonly question: Omit<SummaryQuery, "zone" | "filters">
  /** True if the second field's groups are columns. */
  readonly isPivot: boolean
}

/**
 * The parameters of a question that are not part of a report's view; the sort follows the measures
 * that it refers to.
 */
const ownParameters = ["group", "measure", "top", "sort"] as const
const layoutParameter = "layout"
/** The insight whose tile links to the page, which takes its title. */
export const insightParameter = "insight"

/** Parses a summary page's address; invalid parts are dropped and reported. */
export function parseSummaryView(
  operation: ListOperation,
  fields: Fields,
  search: URLSearchParams,
): SummaryView & { readonly dropped: readonly DroppedPart[] } {
  const rest = new URLSearchParams(search)
  rest.delete(insightParameter)
  const own = new URLSearchParams()
  const dropped: DroppedPart[] = []
  let question: SummaryQuery = defaultSummaryQuery
  for (const parameter of ownParameters) {
    for (const text of rest.getAll(parameter)) {
      const tried = new URLSearchParams(own)
      tried.append(parameter, text)
      const parsed = parseSummaryQuery(operation, tried)
      if (!parsed.ok) {
        dropped.push({ parameter, text, reason: "unreadable" })
        continue
      }
      own.append(parameter, text)
      question = parsed.query
    }
    rest.delete(parameter)
  }
  const isPivot = rest.get(layoutParameter) === "pivot"
  rest.delete(layoutParameter)
  const { view, dropped: others } = parseView(operation, fields, rest)
  return { view, question, isPivot, dropped: [...dropped, ...others] }
}

/** The address of a summary page, the inverse of `parseSummaryView`. */
export function summaryHref(
  operation: ListOperation,
  { view, question, isPivot }: SummaryView,
  insight?: string,
): string {
  const plain = { ...defaultSummaryQuery, ...question }
  const search = printSummaryQuery(operation, plain)
  if (isPivot) search.set(layoutParameter, "pivot")
  const { filters, periods, zone } = view
  const kept = { ...emptyView, filters, periods, ...(zone !== undefined && { zone }) }
  for (const [name, text] of printView(operation, kept)) search.append(name, text)
  if (insight !== undefined) search.set(insightParameter, insight)
  return `${reportPath(operation)}/summary${search.size > 0 ? `?${search}` : ""}`
}

/**
 * The default summary of a view: the count of its rows, grouped by their parent unless the view
 * already filters by it.
 */
export const plainSummary = ({ within = {} }: ListOperation, view: View): SummaryView => {
  const { zone: _, filters: __, ...question } = defaultSummaryQuery
  const property = Object.keys(within).at(-1)
  const isChosen = view.filters.some((filter) => filter.property === property)
  const groups = property === undefined || isChosen ? [] : [{ property }]
  return { view, question: { ...question, groups }, isPivot: false }
}

/** A page's query: rows that match these filters, on the calendar of this zone. */
export const requestedSummary = (
  { question }: SummaryView,
  filters: readonly Filter[],
  zone: string,
): SummaryQuery => ({ ...question, filters, zone })

/**
 * How a summary is drawn as a tile: shares without groups, figures over time, one figure of groups
 * as bars, else a table.
 */
export function tileKindOf({ groups, measures }: SummaryView["question"]): InsightKind {
  const [first] = groups
  if (!first) return "shares"
  if (first.bucket !== undefined) return "course"
  return measures.length === 1 && groups.length === 1 ? "bars" : "table"
}

const pathOf = ({ wholeOf, id }: ListOperation) => ({ list: wholeOf ?? id })

/** A summary as a query, only refetched on request, and the URL of its answer. */
export const summaryOptions = (operation: ListOperation, query: SummaryQuery) => {
  const path = "/api/answers/{list}/summary"
  const requested = { parameters: pathOf(operation), query: printSummaryQuery(operation, query) }
  return { ...apiOptions(path, requested), ...readOnce, url: printUrl(path, requested) }
}

/** How often incomplete coverage is polled. */
export const coverageRefreshMs = 5000

/** In the first minute new copies may be about to start; after that, polling slows down. */
const begun = { looks: 12, refreshMs: 30_000 } as const

/** When to poll which lists are copied; false once all are complete. */
export function copiedListsRefresh(
  lists: CopiedLists["lists"] | undefined,
  looks: number,
): number | false {
  if (!lists?.every(({ coverage }) => coverage.isComplete || coverage.lists === 0))
    return coverageRefreshMs
  if (lists.every(({ asOf }) => asOf !== null)) return false
  return looks < begun.looks ? coverageRefreshMs : begun.refreshMs
}

/** The lists that copies can answer, polled until all are complete. */
export const copiedListsOptions = () =>
  queryOptions({
    ...apiOptions("/api/answers"),
    staleTime: coverageRefreshMs,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      copiedListsRefresh(data?.lists, dataUpdateCount),
  })

/** The address of a summary as a file. */
export function summaryFileUrl(
  operation: ListOperation,
  query: SummaryQuery,
  format: "csv" | "xlsx",
): string {
  const search = printSummaryQuery(operation, query)
  search.set("format", format)
  return `/api/answers/${encodeURIComponent(pathOf(operation).list)}/summary/file?${search}`
}

/**
 * The rows that a figure counts, as a report in the reader's zone. For a minimum or maximum the
 * decisive rows come first, if the list can sort by it.
 */
export function drillHref(
  operation: ListOperation,
  drill: string,
  { zone }: View,
  measures: SummaryQuery["measures"],
): string {
  const search = new URLSearchParams(drill)
  for (const measure of measures) {
    if (measure.name !== "minimum" && measure.name !== "maximum") continue
    if (ownValue(operation.properties, measure.property)?.sort !== true) continue
    search.set("sort", `${measure.name === "maximum" ? "-" : ""}${measure.property}`)
    break
  }
  if (zone !== undefined) search.set("view.zone", zone)
  // Without any parameter the report would open its default view.
  if (search.size === 0) search.set("view.saved", "none")
  return `${reportPath(operation)}?${search}`
}
