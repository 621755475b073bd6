import {
  addDays,
  type BucketSize,
  type Day,
  type DayRange,
  dayAt,
  dayCount,
  type Measure,
  type RangeSeries,
  type SeriesAnswer,
  startOfDay,
  wholeBuckets,
} from "@/lib/catalogue"
import { combineBuckets, isKnown, noCells } from "./compare-series"
import type { Target, TargetPeriod } from "./target"

/** What a target is of in an answer: its own period, or the answer's buckets. */
export type TargetUnit = TargetPeriod | "hour"

const hourMs = 3_600_000

/** Where parts of a period make the whole, so has a part of the period a part of the target; an average shall be reached by all of them. */
export const isProRated = (measure: Measure): boolean => measure === "sum" || measure === "count"

export const unitOf = ({ period }: Target, bucket: BucketSize): TargetUnit => period ?? bucket

const earliest = (days: readonly (Day | undefined)[]) =>
  days.reduce<Day>((first, day) => (day !== undefined && day < first ? day : first), "9999-12-31")

/** The value in force on a day; null before the first step. */
export const valueOn = ({ steps }: Target, day: Day): number | null =>
  steps.findLast(({ from }) => from <= day)?.value ?? null

/** What some days have of a target, each day its part of the period that it lies in; null where it is not in force on all of them. */
function dueOnDays(
  target: Target,
  days: DayRange,
  unit: Exclude<TargetUnit, "hour">,
  range: DayRange,
): number | null {
  let due = 0
  for (let day = days.from; day <= days.to; ) {
    const value = valueOn(target, day)
    if (value === null) return null
    const period = unit === "range" ? range : wholeBuckets({ from: day, to: day }, unit)
    const next = target.steps.find(({ from }) => from > day)?.from
    const end = earliest([period.to, days.to, next && addDays(next, -1)])
    due += value * (dayCount({ from: day, to: end }) / dayCount(period))
    day = addDays(end, 1)
  }
  return due
}

type DatedAnswer = Pick<SeriesAnswer, "question"> & {
  readonly ranges: readonly [Pick<RangeSeries, "from" | "to">, ...unknown[]]
}

/** Reads the values that a target wants, with each day's length read once. */
function createReader(target: Target, { question, ranges: [range] }: DatedAnswer) {
  const { bucket, measure, zone } = question
  const unit = unitOf(target, bucket)
  const lengths = new Map<Day, number>()
  function lengthOf(day: Day): number {
    const moment = (of: Day) => Date.parse(startOfDay(of, zone))
    const length = lengths.get(day) ?? moment(addDays(day, 1)) - moment(day)
    lengths.set(day, length)
    return length
  }
  /** Of so many milliseconds of a day. */
  function ofHours(day: Day, ms: number): number | null {
    const due =
      unit === "hour" || !isProRated(measure)
        ? valueOn(target, day)
        : dueOnDays(target, { from: day, to: day }, unit, range)
    if (due === null || !isProRated(measure)) return due
    return due * (ms / (unit === "hour" ? hourMs : lengthOf(day)))
  }
  /** Of whole days. */
  function ofDays({ from, to }: DayRange): number | null {
    if (!isProRated(measure)) return valueOn(target, from)
    if (unit !== "hour") return dueOnDays(target, { from, to }, unit, range)
    let due: number | null = 0
    for (let day = from; day <= to && due !== null; day = addDays(day, 1)) {
      const part = ofHours(day, lengthOf(day))
      due = part === null ? null : due + part
    }
    return due
  }
  return { ofDays, ofHours }
}

/**
 * The value that a target wants between two moments: of sums and counts as much of the period's target as the days
 * are of the period, and of a day of which some hours are meant as these are; of all other measures the
 * value in force on the first day. Null where none is in force.
 */
export function targetBetween(
  target: Target,
  [from, to]: readonly [number, number],
  answer: DatedAnswer,
): number | null {
  const { zone, measure } = answer.question
  const { ofDays, ofHours } = createReader(target, answer)
  const startOf = (day: Day) => Date.parse(startOfDay(day, zone))
  const [first, last] = [dayAt(from, zone), dayAt(to - 1, zone)]
  if (!isProRated(measure)) return ofDays({ from: first, to: last })
  const isCutFirst = from > startOf(first)
  const isCutLast = to < startOf(addDays(last, 1))
  if (first === last && (isCutFirst || isCutLast)) return ofHours(first, to - from)
  const whole = {
    from: isCutFirst ? addDays(first, 1) : first,
    to: isCutLast ? addDays(last, -1) : last,
  }
  const parts = [
    isCutFirst ? ofHours(first, startOf(addDays(first, 1)) - from) : 0,
    whole.from <= whole.to ? ofDays(whole) : 0,
    isCutLast ? ofHours(last, to - startOf(last)) : 0,
  ]
  return parts.reduce<number | null>(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0,
  )
}

/** The values that a target wants in each bucket of an answer's first range. */
export function targetValues(
  target: Target,
  answer: DatedAnswer & {
    readonly ranges: readonly [Pick<RangeSeries, "from" | "to" | "edges">, ...unknown[]]
  },
): (number | null)[] {
  const { edges } = answer.ranges[0]
  const { bucket, zone } = answer.question
  const { ofDays, ofHours } = createReader(target, answer)
  const days = edges.map((edge) => dayAt(edge, zone))
  return edges.slice(1).map((edge, at) => {
    const day = days[at] ?? ""
    return bucket === "hour"
      ? ofHours(day, edge - (edges[at] ?? edge))
      : ofDays({ from: day, to: addDays(days[at + 1] ?? day, -1) })
  })
}

/** An answer's number beside what a target wants on the same days, and how many whole buckets reach it. */
export interface TargetDelta {
  readonly value: number
  readonly target: number
  /** The one value that is in force on all days that are compared, and what it is of; absent where it changes. */
  readonly step?: number
  readonly unit: TargetUnit
  /** How many days are compared; absent where it is not all days that count, but the whole buckets below. */
  readonly days?: number
  readonly reached: number
  readonly buckets: number
}

/** Compares an answer without groups with a target: the days that have data, or the whole buckets in which it is in force; undefined where there are none. */
export function targetDelta(answer: SeriesAnswer, target: Target): TargetDelta | undefined {
  const [first] = answer.ranges
  const { bucket, measure, zone } = answer.question
  const cells = first.lines[0] ?? noCells
  const partial = new Set(first.partial)
  const dues = targetValues(target, answer)
  const both = cells.values.flatMap((value, at) => {
    const due = dues[at] ?? null
    return value === null || due === null || partial.has(at) || !isKnown(cells, at)
      ? []
      : [{ value, due, end: first.edges[at + 1] ?? 0 }]
  })
  const reached = both.filter(({ value, due }) => value >= due).length
  const common = { unit: unitOf(target, bucket), reached, buckets: both.length }
  const stepBetween = (start: Day, end: Day) => {
    const step = valueOn(target, end) ?? 0
    return valueOn(target, start) === step ? { step } : {}
  }
  const of = first.toDate
  const due = !of
    ? null
    : isProRated(measure)
      ? targetBetween(target, of.edges, answer)
      : valueOn(target, of.to)
  if (of && of.value !== null && of.state === "v" && due !== null)
    return {
      ...common,
      value: of.value,
      target: due,
      days: of.days,
      ...stepBetween(of.from, of.to),
    }
  const combine = combineBuckets[measure]
  const last = both.at(-1)
  if (!last || !combine) return undefined
  const isSum = isProRated(measure)
  return {
    ...common,
    value: combine(both.map(({ value }) => value)),
    target: isSum ? combine(both.map((each) => each.due)) : last.due,
    ...stepBetween(dayAt((both[0]?.end ?? last.end) - 1, zone), dayAt(last.end - 1, zone)),
  }
}
