import {
  addDays,
  type Day,
  dayAt,
  defaultSeriesQuery,
  type ListOperation,
  type Measure,
  readPageSearch,
  type SeriesAnswer,
  type SeriesQuery,
  startOfMonth,
} from "@/lib/catalogue"
import { type Delta, type Headline, headlineOf, isKnown, noCells } from "./compare-series"
import { type Exploration, parseExploration } from "./exploration-url"
import { findCopy, pointsOf, type SyncStatus } from "./sync"
import type { Target } from "./target"
import { type TargetDelta, targetDelta } from "./target-values"

const cannotBeAdded = /%|‰|percent|procent|prozent|score|index|indeks|rate|grade|°/iu

/** What is computed of a data set by its unit: scores and shares are averaged, everything else is added up. */
export const measureOf = (unit: string | undefined): "average" | "sum" =>
  cannotBeAdded.test(unit ?? "") ? "average" : "sum"

/** What a data set is measured by: the measure that people read of it, and the targets that it shall reach. */
export interface DataSetGoal {
  readonly measure: Measure
  readonly targets: readonly Target[]
}

/**
 * The goal of a data set: that of the first saved exploration that has a target for all of its points;
 * where none has, only what its unit says. A target without a period of its own is of the exploration's buckets.
 */
export function goalOf(
  operation: ListOperation,
  saved: readonly { readonly search: string }[],
  unit: string | undefined,
): DataSetGoal {
  for (const { search } of saved) {
    const { question, targets } = parseExploration(
      operation,
      readPageSearch(search),
      "UTC",
    ).exploration
    const { bucket, measure, within, filters } = question
    const lasting = targets.flatMap((target): Target[] => {
      const period = target.period ?? (bucket === "hour" ? undefined : bucket)
      return period === undefined || period === "range" ? [] : [{ ...target, period }]
    })
    if (within === undefined && filters.length === 0 && lasting.length > 0)
      return { measure, targets: lasting }
  }
  return { measure: measureOf(unit), targets: [] }
}

/** What a data set's page opens with: its last complete month by day, beside the month before and the same one of the year before. */
export const openingExploration = (
  { measure, targets }: DataSetGoal,
  zone: string,
): Exploration => ({
  question: {
    ...defaultSeriesQuery,
    measure,
    zone,
    ranges: ["last-month", "previous", "year"],
    alignWeekdays: true,
  },
  chart: "line",
  targets,
})

/** An exploration by month, without groups and filters: what the page of a protected data set opens with. */
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

/** The question of a data set's figures: what its page opens with, so that both say the same. */
export const monthQuery = (measure: Measure, zone: string): SeriesQuery =>
  openingExploration({ measure, targets: [] }, zone).question

const monthsShown = 13

/** The question of its course: its complete months, as many as reach the same month of the year before. */
export const monthsQuery = (measure: Measure, zone: string, now: number): SeriesQuery => {
  const thisMonth = startOfMonth(dayAt(now, zone))
  const range = { from: startOfMonth(thisMonth, -monthsShown), to: addDays(thisMonth, -1) }
  return { ...defaultSeriesQuery, measure, bucket: "month", zone, ranges: [range] }
}

/** One question about all data sets of one measure, and up to when their copies reach. */
export interface FiguresQuery {
  readonly dataSets: readonly string[]
  readonly query: SeriesQuery
  readonly version: string
}

/** Those data sets whose points are copied, in their order, and the questions of their months and of their courses. */
export function copiedFigures<T extends { readonly id: string; readonly goal: DataSetGoal }>(
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
  const measures = [...new Set(dataSets.map(({ goal }) => goal.measure))]
  const queriesOf = (queryOf: (measure: Measure) => SeriesQuery): FiguresQuery[] =>
    measures.map((measure) => ({
      dataSets: dataSets.flatMap(({ id, goal }) => (goal.measure === measure ? [id] : [])),
      query: queryOf(measure),
      version,
    }))
  return {
    dataSets,
    months: queriesOf((measure) => monthQuery(measure, zone)),
    courses: queriesOf((measure) => monthsQuery(measure, zone, now)),
  }
}

/** A data set's last complete month, beside others. */
export interface MonthFigures extends Pick<Headline, "value" | "lack"> {
  /** The month's first day. */
  readonly month: Day
  /** Beside the month before, and the same month of the year before; undefined where they cannot be compared. */
  readonly change: Delta | undefined
  readonly yearChange: Delta | undefined
  /** Beside what the first target wants of it; undefined where there is none in force. */
  readonly target: TargetDelta | undefined
}

/** The last month of a course beside the one so many months earlier, where both are whole and nobody is left out of them. */
function wholeMonths({ ranges: [range] }: SeriesAnswer, earlier: number): Delta | undefined {
  const line = range.lines[0] ?? noCells
  const at = range.edges.length - 2
  const known = [at, at - earlier].map((index) =>
    isKnown(line, index) && !range.partial.includes(index) ? (line.values[index] ?? null) : null,
  )
  const [value = null, before = null] = known
  if (value === null || before === null) return undefined
  const [from = 0, to = 0] = range.edges.slice(at - earlier, at - earlier + 2)
  return { value, before, count: 1, unit: "buckets", from, to }
}

/**
 * The figures of a month, of an answer to `monthQuery`; where its days are of too few people to be compared, whole
 * months of the data set's course are, as its page does that opens by month then.
 */
export function monthFigures(
  answer: SeriesAnswer,
  course: SeriesAnswer | undefined,
  targets: readonly Target[],
): MonthFigures {
  const { value, lack, deltas } = headlineOf(answer)
  const [target] = targets
  const whole = (earlier: number) =>
    answer.least !== undefined && course ? wholeMonths(course, earlier) : undefined
  return {
    month: answer.ranges[0].from,
    value,
    ...(lack && { lack }),
    change: deltas[0] ?? whole(1),
    yearChange: deltas[1] ?? whole(12),
    target: target && targetDelta(answer, target),
  }
}
