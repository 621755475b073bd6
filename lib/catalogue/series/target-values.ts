import { addDays, type Day, dayAt, startOfDay } from "../day"
import { type DayRange, dayCount } from "../periods"
import type { RangeSeries, SeriesAnswer } from "./answer"
import { wholeBuckets } from "./bucket-edges"
import type { BucketSize, Measure } from "./query"
import type { Target, TargetPeriod } from "./target"

/** The period of a target in an answer: its own, or the answer's buckets. */
type TargetUnit = TargetPeriod | "hour"

const hourMs = 3_600_000

/**
 * Sums and counts are divided pro rata: part of a period has part of the target. An average target
 * applies to every part in full.
 */
export const isProRated = (measure: Measure): boolean => measure === "sum" || measure === "count"

const unitOf = ({ period }: Target, bucket: BucketSize): TargetUnit => period ?? bucket

const earliest = (days: readonly (Day | undefined)[]) =>
  days.reduce<Day>((first, day) => (day !== undefined && day < first ? day : first), "9999-12-31")

/** The value in force on a day. Null before the first step. */
export const valueOn = ({ steps }: Target, day: Day): number | null =>
  steps.findLast(({ from }) => from <= day)?.value ?? null

/**
 * The share of a target for some days, each day its part of the period. Null if it is not in force
 * on all of them.
 */
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

/** Reads a target's values, computing each day's length once. */
function createReader(target: Target, { question, ranges: [range] }: DatedAnswer) {
  const { bucket, zone } = question
  const unit = unitOf(target, bucket)
  const lengths = new Map<Day, number>()
  function lengthOf(day: Day): number {
    const moment = (of: Day) => Date.parse(startOfDay(of, zone))
    const length = lengths.get(day) ?? moment(addDays(day, 1)) - moment(day)
    lengths.set(day, length)
    return length
  }
  /** For part of a day, in milliseconds. */
  function ofHours(day: Day, ms: number): number | null {
    const due =
      unit === "hour"
        ? valueOn(target, day)
        : dueOnDays(target, { from: day, to: day }, unit, range)
    return due === null ? null : due * (ms / (unit === "hour" ? hourMs : lengthOf(day)))
  }
  /** For whole days. */
  function ofDays({ from, to }: DayRange): number | null {
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
 * A target's value between two moments. For sums and counts, the period's target pro rata for the
 * days, and for part of a day pro rata for the hours. For other measures, the value in force on the
 * last day. Null if none is in force.
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
  if (!isProRated(measure)) return valueOn(target, last)
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

/**
 * A target's values for the buckets of an answer's first range. Incomplete buckets get the share of
 * their days that count.
 */
export function targetValues(
  target: Target,
  answer: Pick<SeriesAnswer, "question"> & {
    readonly ranges: readonly [
      Pick<RangeSeries, "from" | "to" | "edges" | "partial" | "counted">,
      ...unknown[],
    ]
  },
): (number | null)[] {
  const { edges, partial, counted } = answer.ranges[0]
  const cut = new Set(counted ? partial : [])
  const [countedFrom, countedTo] = counted?.edges ?? [0, 0]
  return edges.slice(1).map((edge, at) => {
    const start = edges[at] ?? edge
    if (!cut.has(at)) return targetBetween(target, [start, edge], answer)
    const [from, to] = [Math.max(start, countedFrom), Math.min(edge, countedTo)]
    return from < to ? targetBetween(target, [from, to], answer) : null
  })
}
