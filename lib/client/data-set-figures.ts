import {
  addDays,
  type Day,
  dayAt,
  defaultSeriesQuery,
  type ListOperation,
  type Measure,
  type SeriesAnswer,
  type SeriesQuery,
  startOfMonth,
} from "@/lib/catalogue"
import { isKnown } from "./compare-series"
import { type Exploration, parseExploration } from "./exploration-url"
import type { Target } from "./target"
import { targetValues } from "./target-values"

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
      new URLSearchParams(search),
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
  question: { ...defaultSeriesQuery, measure, zone, ranges: ["last-month", "previous", "year"] },
  chart: "line",
  targets,
})

const monthsShown = 13

/** The question of a data set's figures: its complete months, as many as reach the same month of the year before. */
export const monthsQuery = (measure: Measure, zone: string, now: number): SeriesQuery => {
  const thisMonth = startOfMonth(dayAt(now, zone))
  const range = { from: startOfMonth(thisMonth, -monthsShown), to: addDays(thisMonth, -1) }
  return { ...defaultSeriesQuery, measure, bucket: "month", zone, ranges: [range] }
}

/** A data set's last complete month, beside others. */
export interface MonthFigures {
  /** The month's first day. */
  readonly month: Day
  /** Null where there is no value, or none that may be disclosed: then `state` says why, as in a line. */
  readonly value: number | null
  readonly state: string
  /** Of the month before and of the same month of the year before; null where they are not known in full. */
  readonly before: number | null
  readonly yearBefore: number | null
  /** What the first target wants of the month; null where there is none in force. */
  readonly due: number | null
}

/** The figures of the newest month that is whole, of an answer to `monthsQuery`; undefined where there is none. */
export function monthFigures(
  answer: SeriesAnswer,
  target: Target | undefined,
): MonthFigures | undefined {
  const [range] = answer.ranges
  const [line] = range.lines
  const { zone } = answer.question
  const partial = new Set(range.partial)
  const months = range.edges.length - 1
  const at = Array.from({ length: months }, (_, index) => index).findLast(
    (index) => !partial.has(index) && line?.states[index] !== "b" && line?.states[index] !== "a",
  )
  if (!line || at === undefined) return undefined
  const wholeAt = (index: number) =>
    index >= 0 && !partial.has(index) && isKnown(line, index) ? (line.values[index] ?? null) : null
  return {
    month: dayAt(range.edges[at] ?? 0, zone),
    value: line.values[at] ?? null,
    state: line.states[at] ?? "m",
    before: wholeAt(at - 1),
    yearBefore: wholeAt(at - (monthsShown - 1)),
    due: target ? (targetValues(target, answer)[at] ?? null) : null,
  }
}
