import "server-only"
import type { QueryClient } from "@tanstack/react-query"
import { readBackend } from "@/app/backend"
import { streamAnswer } from "@/app/stream-answer"
import type { MeasuredDataSet } from "@/components/data-sets/figures"
import type { ReportSetup } from "@/components/reports/report-setup"
import { type ListOperation, readPageSearch, type Today } from "@/lib/catalogue"
import {
  type AnswerText,
  copiedFigures,
  joinSeries,
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

/** A read that has begun for one of the page's queries. */
export interface BegunRead {
  readonly answers: readonly StreamedAnswer[]
  readonly queryKey: StreamedAnswer["queryKey"]
  /** What the query holds of the bodies of these answers. */
  readonly dataOf: (bodies: readonly unknown[]) => unknown
}

const only = ([body]: readonly unknown[]) => body

function begin(
  queryKey: StreamedAnswer["queryKey"],
  urls: readonly string[],
  dataOf: BegunRead["dataOf"] = only,
): BegunRead {
  const answers = urls.map((url) => streamAnswer({ url, queryKey }, readBackend(url)))
  return { answers, queryKey, dataOf }
}

/** The figures of a summary by its address. */
export function beginSummary(
  { operation, fields }: ReportSetup,
  search: string,
  now: Today,
): BegunRead {
  const summary = parseSummaryView(operation, fields, readPageSearch(search))
  const { filters } = viewQuery(operation, fields, summary.view, now)
  const query = requestedSummary(summary, filters, now.zone)
  const { queryKey, url } = summaryOptions(operation, query)
  return begin(queryKey, [url])
}

/** The number and the course of a pinned exploration. */
export function beginPinnedSeries(
  points: ListOperation,
  dataSetId: string,
  { search }: PinnedView,
  zone: string,
): BegunRead {
  const { exploration } = parseExploration(points, readPageSearch(search), zone)
  const { queryKey, url } = seriesOptions(points, dataSetId, tileQuery(exploration.question))
  return begin(queryKey, [url])
}

/** The months and the courses of the data sets that are copied. */
export function beginFigures(
  points: ListOperation,
  dataSets: readonly MeasuredDataSet[],
  copies: readonly SyncStatus[],
  zone: string,
): BegunRead[] {
  const { months, courses } = copiedFigures(dataSets, copies, zone, Date.now())
  return [...months, ...courses].map(({ dataSets: own, query, version }) => {
    const { queryKey, urls } = manySeriesOptions(points, own, query, version)
    return begin(queryKey, urls, joinSeries)
  })
}

/** What copies answer within; a page that waits longer comes without the figures that are late. */
const inTimeMs = 300

const isGood = (answer: AnswerText | undefined): answer is AnswerText => answer?.status === 200

/** Has the page drawn with what is answered in time; answers the rest, which its stream carries. */
export async function drawInTime(
  client: QueryClient,
  reads: readonly BegunRead[],
): Promise<readonly StreamedAnswer[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, inTimeMs, undefined))
  const rest = reads.map(async ({ answers, queryKey, dataOf }) => {
    const found = await Promise.race([Promise.all(answers.map(({ answer }) => answer)), late])
    if (!found?.every(isGood)) return answers
    client.setQueryData(queryKey, dataOf(found.map(({ text }) => JSON.parse(text))))
    return []
  })
  return (await Promise.all(rest)).flat()
}
