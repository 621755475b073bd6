import {
  addDays,
  type Day,
  type Direction,
  dayAt,
  defaultSeriesQuery,
  type Measure,
  type SeriesAnswer,
  type SeriesQuery,
  startOfMonth,
} from "@/lib/catalogue"
import { type Delta, type Headline, headlineOf } from "./compare-series"
import type { Exploration } from "./exploration-url"
import { findCopy, pointsOf, type SyncStatus } from "./sync"
import { shownTargets, type TargetDelta, targetDelta } from "./target-delta"

/**
 * A data set's opening exploration: its last complete month by day, compared with the previous
 * month and the same month a year before.
 */
export const openingExploration = (measure: Measure, zone: string): Exploration => ({
  question: {
    ...defaultSeriesQuery,
    measure,
    zone,
    ranges: ["last-month", "previous", "year"],
    alignWeekdays: true,
  },
  chart: "line",
  targets: [],
})

/** An exploration by month, without groups and filters, with which protected data sets open. */
export const monthlyExploration = ({ question, chart, targets }: Exploration): Exploration => ({
  question: {
    ...defaultSeriesQuery,
    measure: question.measure,
    zone: question.zone,
    bucket: "month",
    ranges: ["last-12-months", "year"],
  },
  chart,
  targets,
})

/** The question of a data set's figures, the same as on its page, so that both agree. */
export const monthQuery = (measure: Measure, zone: string): SeriesQuery =>
  openingExploration(measure, zone).question

const monthsShown = 13

/** The question of its series: complete months, back to the same month a year before. */
export const monthsQuery = (measure: Measure, zone: string, now: number): SeriesQuery => {
  const thisMonth = startOfMonth(dayAt(now, zone))
  const range = { from: startOfMonth(thisMonth, -monthsShown), to: addDays(thisMonth, -1) }
  return { ...defaultSeriesQuery, measure, bucket: "month", zone, ranges: [range] }
}

/** A question about all data sets with one measure, and the end of their copies. */
export interface FiguresQuery {
  readonly dataSets: readonly string[]
  readonly query: SeriesQuery
  readonly version: string
}

/** The copied data sets in order, and the questions of their months and series. */
export function copiedFigures<T extends { readonly id: string; readonly measure: Measure }>(
  all: readonly T[],
  copies: readonly SyncStatus[],
  zone: string,
  now: number,
) {
  const copied = all.flatMap((dataSet) => {
    const copy = findCopy(copies, pointsOf(dataSet.id))
    return copy?.isComplete ? [{ dataSet, copy }] : []
  })
  const dataSets = copied.map(({ dataSet }) => dataSet)
  const version = copied.map(({ copy }) => copy.syncedUntil ?? "").join()
  const measures = [...new Set(dataSets.map(({ measure }) => measure))]
  const queriesOf = (queryOf: (measure: Measure) => SeriesQuery): FiguresQuery[] =>
    measures.map((measure) => ({
      dataSets: dataSets.flatMap(({ id, measure: own }) => (own === measure ? [id] : [])),
      query: queryOf(measure),
      version,
    }))
  return {
    dataSets,
    months: queriesOf((measure) => monthQuery(measure, zone)),
    courses: queriesOf((measure) => monthsQuery(measure, zone, now)),
  }
}

/** A data set's last complete month, with comparisons. */
export interface MonthFigures extends Pick<Headline, "value" | "lack"> {
  /** The month's first day. */
  readonly month: Day
  /**
   * Changes from the previous month, and from the same month a year before; undefined if they
   * cannot be compared.
   */
  readonly change: Delta | undefined
  readonly yearChange: Delta | undefined
  /** The distance to the data set's target; undefined if none is in force. */
  readonly target: TargetDelta | undefined
  readonly direction: Direction
}

/** The figures of a month, from an answer to `monthQuery`. */
export function monthFigures(answer: SeriesAnswer): MonthFigures {
  const { value, lack, deltas } = headlineOf(answer)
  const [target] = shownTargets(answer)
  return {
    month: answer.ranges[0].from,
    value,
    ...(lack && { lack }),
    change: deltas[0],
    yearChange: deltas[1],
    target: target && targetDelta(answer, target),
    direction: answer.direction ?? "neutral",
  }
}
