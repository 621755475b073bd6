import "server-only"
import { readBackend } from "@/app/backend"
import { streamAnswer } from "@/app/stream-answer"
import type { MeasuredDataSet } from "@/components/data-sets/figures"
import type { ReportSetup } from "@/components/reports/report-setup"
import { type ListOperation, readPageSearch, type Today } from "@/lib/catalogue"
import {
  copiedFigures,
  manySeriesOptions,
  type PinnedView,
  parseExploration,
  parseSummaryView,
  requestedSummary,
  type StreamedAnswer,
  type SyncStatus,
  seriesOptions,
  summaryOptions,
  tileQuery,
  viewQuery,
} from "@/lib/client"

/** Begins a read that a query of the page will ask for, whose answer the page's stream carries. */
const begin = (requested: Pick<StreamedAnswer, "url" | "queryKey">): StreamedAnswer =>
  streamAnswer(requested, readBackend(requested.url))

/** The figures of a summary by its address. */
export function beginSummary(
  { operation, fields }: ReportSetup,
  search: string,
  now: Today,
): StreamedAnswer {
  const summary = parseSummaryView(operation, fields, readPageSearch(search))
  const { filters } = viewQuery(operation, fields, summary.view, now)
  return begin(summaryOptions(operation, requestedSummary(summary, filters, now.zone)))
}

/** The number and the course of a pinned exploration. */
export function beginPinnedSeries(
  points: ListOperation,
  dataSetId: string,
  { search }: PinnedView,
  zone: string,
): StreamedAnswer {
  const { exploration } = parseExploration(points, readPageSearch(search), zone)
  return begin(seriesOptions(points, dataSetId, tileQuery(exploration.question)))
}

/** The months and the courses of the data sets that are copied. */
export function beginFigures(
  points: ListOperation,
  dataSets: readonly MeasuredDataSet[],
  copies: readonly SyncStatus[],
  zone: string,
): StreamedAnswer[] {
  const { months, courses } = copiedFigures(dataSets, copies, zone, Date.now())
  return [...months, ...courses].flatMap(({ dataSets: own, query, version }) => {
    const { queryKey, urls } = manySeriesOptions(points, own, query, version)
    return urls.map((url) => begin({ url, queryKey }))
  })
}
