import "server-only"
import type { QueryClient } from "@tanstack/react-query"
import { readBackend } from "@/app/backend"
import { answerInTime, streamAnswer } from "@/app/stream-answer"
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

/** A request for one of the page's queries. */
export interface PageRead {
  readonly queryKey: StreamedAnswer["queryKey"]
  readonly urls: readonly string[]
  /** Converts the bodies of these responses to the query's data. */
  readonly dataOf: (bodies: readonly unknown[]) => unknown
}

const only = ([body]: readonly unknown[]) => body

export function summaryRead(
  { operation, fields }: ReportSetup,
  search: string,
  now: Today,
): PageRead {
  const summary = parseSummaryView(operation, fields, readPageSearch(search))
  const { filters } = viewQuery(operation, fields, summary.view, now)
  const query = requestedSummary(summary, filters, now.zone)
  const { queryKey, url } = summaryOptions(operation, query)
  return { queryKey, urls: [url], dataOf: only }
}

/** The number and the series of a pinned exploration. */
export function pinnedSeriesRead(
  points: ListOperation,
  dataSetId: string,
  { search }: PinnedView,
  zone: string,
): PageRead {
  const { exploration } = parseExploration(points, readPageSearch(search), zone)
  const { queryKey, url } = seriesOptions(points, dataSetId, tileQuery(exploration.question))
  return { queryKey, urls: [url], dataOf: only }
}

/** The months and the series of the copied data sets. */
export function figuresReads(
  points: ListOperation,
  dataSets: readonly MeasuredDataSet[],
  copies: readonly SyncStatus[],
  zone: string,
): PageRead[] {
  const { months, courses } = copiedFigures(dataSets, copies, zone, Date.now())
  return [...months, ...courses].map(({ dataSets: own, query, version }) => {
    const { queryKey, urls } = manySeriesOptions(points, own, query, version)
    return { queryKey, urls, dataOf: joinSeries }
  })
}

/**
 * Concurrent reads per page. A person's requests are served in turns, which a few windows would
 * otherwise use up.
 */
const atOnce = 4

/** Starts the reads in order, at most `atOnce` at a time. */
function beginInLanes(reads: readonly PageRead[]): readonly (readonly StreamedAnswer[])[] {
  const lanes = Array.from({ length: atOnce }, (): Promise<unknown> => Promise.resolve())
  let next = 0
  const begin = (url: string): Promise<Response> => {
    const lane = next % atOnce
    next += 1
    const answer = (lanes[lane] ?? Promise.resolve()).then(() => readBackend(url))
    lanes[lane] = answer.catch(() => undefined)
    return answer
  }
  return reads.map(({ queryKey, urls }) =>
    urls.map((url) => streamAnswer({ url, queryKey }, begin(url))),
  )
}

/** Copies answer within this time; a page renders without figures that take longer. */
const inTimeMs = 300

const isGood = (answer: AnswerText | undefined): answer is AnswerText => answer?.status === 200

/**
 * Waits briefly for the first reads so that the page renders with them; returns the others to be
 * streamed.
 */
export async function drawInTime(
  client: QueryClient,
  first: readonly PageRead[],
  below: readonly PageRead[] = [],
): Promise<readonly StreamedAnswer[]> {
  const begun = beginInLanes([...first, ...below])
  const rest = first.map(async ({ queryKey, dataOf }, at) => {
    const answers = begun[at] ?? []
    const found = await answerInTime(Promise.all(answers.map(({ answer }) => answer)), inTimeMs)
    if (!found?.every(isGood)) return answers
    client.setQueryData(queryKey, dataOf(found.map(({ text }) => JSON.parse(text))))
    return []
  })
  return [...(await Promise.all(rest)), ...begun.slice(first.length)].flat()
}
