import {
  addDays,
  type BucketSize,
  type Measure,
  type RangeSeries,
  type SeriesAnswer,
  startOfWeek,
  wallTimeAt,
} from "@/lib/catalogue"
import { type Target, targetAt } from "./target"

/** Which bucket of a range that is compared stands below each bucket of the first; undefined where none does. */
export type BucketMatch = readonly (number | undefined)[]

const bucketsOf = ({ edges }: Pick<RangeSeries, "edges">) => edges.length - 1

const weeksOfYear = 52

/** What a bucket has in common with that of a year before, which is so many years `later` there, by its first moment on the clocks. */
const sameTimes: Partial<Record<BucketSize, (wall: string, later: number) => string>> = {
  hour: (wall, later) => `${Number(wall.slice(0, 4)) + later}${wall.slice(4, 16)}`,
  day: (wall, later) => `${Number(wall.slice(0, 4)) + later}${wall.slice(4, 10)}`,
  week: (wall, later) => addDays(startOfWeek(wall.slice(0, 10)), 7 * weeksOfYear * later),
}

/** What the buckets of a range are matched by; what comes again, as an hour that clocks show twice, is told apart. */
function keysOf({ edges }: RangeSeries, timeAt: (edge: number) => string): string[] {
  const times = new Map<string, number>()
  return edges.slice(0, -1).map((edge) => {
    const time = timeAt(edge)
    const earlier = times.get(time) ?? 0
    times.set(time, earlier + 1)
    return `${time} ${earlier}`
  })
}

/**
 * Days and hours of a year before are matched by their date, so that 29 February shifts nothing, and
 * weeks with those 52 weeks earlier, which begin nearest to their date; all else by its place.
 */
export function matchBuckets(answer: SeriesAnswer, index: number): BucketMatch {
  const [first] = answer.ranges
  const other = answer.ranges[index]
  const count = bucketsOf(first)
  if (!other) return Array.from({ length: count })
  const { bucket, zone, alignWeekdays } = answer.question
  const timeOf = other.range === "year" && !alignWeekdays ? sameTimes[bucket] : undefined
  if (!timeOf)
    return Array.from({ length: count }, (_, at) => (at < bucketsOf(other) ? at : undefined))
  const keys = keysOf(other, (edge) => timeOf(wallTimeAt(edge, zone), 1))
  const places = new Map(keys.map((key, at) => [key, at]))
  return keysOf(first, (edge) => timeOf(wallTimeAt(edge, zone), 0)).map((key) => places.get(key))
}

/** One number for buckets, or the difference of two. */
export interface Delta {
  readonly value: number
  readonly before: number
  /** How many buckets are compared. */
  readonly buckets: number
  /** Where the first begins and the last ends of those that it is compared with, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** A question's answer in one number: of all whole buckets, or of the last of them where a measure cannot be put together. */
export interface Headline {
  /** Null where no whole bucket has a value. */
  readonly value: number | null
  readonly scope: "whole" | "last"
  /** The bucket that is told of, with `last`. */
  readonly bucket?: number
  /** How many whole buckets there are, and how many of them are not known: too few people, or not copied. */
  readonly buckets: number
  readonly unknown: number
  /** One for each range after the first; undefined where nothing can be compared. */
  readonly deltas: readonly (Delta | undefined)[]
}

const putTogether = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  count: (values) => values.reduce((sum, value) => sum + value, 0),
  minimum: (values) => values.reduce((low, value) => Math.min(low, value)),
  maximum: (values) => values.reduce((high, value) => Math.max(high, value)),
  average: undefined,
  median: undefined,
  p95: undefined,
} as const satisfies Record<Measure, ((values: readonly number[]) => number) | undefined>

interface Cells {
  readonly values: readonly (number | null)[]
  readonly states: string
}

const none: Cells = { values: [], states: "" }
const unknown = ["s", "p", "u"]
/** Without points there is nothing, which is known; of too few people or what is not copied nothing is. */
const isKnown = ({ states }: Cells, at: number) => !unknown.includes(states[at] ?? "m")
const isWhole = (range: RangeSeries, at: number) => !range.partial.includes(at)
const given = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined

/** The first bucket after which no whole one has a value. */
const lastWith = (range: RangeSeries, { values }: Cells) =>
  values.findLastIndex((value, at) => value !== null && isWhole(range, at))

/** Where buckets of a range begin and end, from the first to the last of them. */
const stretchOf = ({ edges }: RangeSeries, first: number, last: number) => ({
  from: edges[first] ?? 0,
  to: edges[last + 1] ?? 0,
})

function deltaOf(answer: SeriesAnswer, index: number, line: number): Delta | undefined {
  const [first] = answer.ranges
  const other = answer.ranges[index]
  const [now, before] = [first.lines[line] ?? none, other?.lines[line] ?? none]
  if (!other) return undefined
  const partial = new Set(first.partial)
  const partialBefore = new Set(other.partial)
  const match = matchBuckets(answer, index)
  const pairs = match.flatMap((at, here) => {
    if (at === undefined || partial.has(here) || partialBefore.has(at)) return []
    if (!isKnown(now, here) || !isKnown(before, at)) return []
    return [{ at, now: now.values[here] ?? null, before: before.values[at] ?? null }]
  })
  const together = putTogether[answer.question.measure]
  if (!together) {
    const last = lastWith(first, now)
    const at = match[last]
    if (at === undefined || partialBefore.has(at)) return undefined
    const [value, earlier] = [now.values[last], before.values[at]]
    if (!given(value) || !given(earlier)) return undefined
    if (!isKnown(now, last) || !isKnown(before, at)) return undefined
    return { value, before: earlier, buckets: 1, ...stretchOf(other, at, at) }
  }
  const [start, end] = [pairs[0], pairs.at(-1)]
  const [these, those] = [
    pairs.map((pair) => pair.now).filter(given),
    pairs.map((pair) => pair.before).filter(given),
  ]
  if (!start || !end || these.length === 0 || those.length === 0) return undefined
  return {
    ...{ value: together(these), before: together(those), buckets: pairs.length },
    ...stretchOf(other, start.at, end.at),
  }
}

/** What a line of an answer says in one number, and how that differs from each compared range; partial buckets have no part in it. */
export function headlineOf(answer: SeriesAnswer, line = 0): Headline {
  const [first] = answer.ranges
  const cells = first.lines[line] ?? none
  const partial = new Set(first.partial)
  const whole = cells.values.flatMap((value, at) => (partial.has(at) ? [] : [{ value, at }]))
  const values = whole.map(({ value }) => value).filter(given)
  const together = putTogether[answer.question.measure]
  const last = lastWith(first, cells)
  const common = {
    buckets: whole.length,
    unknown: whole.filter(({ at }) => !isKnown(cells, at)).length,
    deltas: answer.ranges.slice(1).map((_, index) => deltaOf(answer, index + 1, line)),
  }
  if (together)
    return { ...common, scope: "whole", value: values.length > 0 ? together(values) : null }
  return {
    ...{ ...common, scope: "last", value: cells.values[last] ?? null },
    ...(last >= 0 && { bucket: last }),
  }
}

/** The last whole bucket with a value beside what a target asks for then, and how many whole buckets reach it. */
export interface TargetDelta {
  readonly bucket: number
  readonly value: number
  readonly target: number
  readonly reached: number
  readonly buckets: number
}

/** Compares a line with a target, bucket by bucket; undefined where no whole bucket has both. */
export function targetDelta(
  answer: SeriesAnswer,
  target: Target,
  line = 0,
): TargetDelta | undefined {
  const [first] = answer.ranges
  const cells = first.lines[line] ?? none
  const partial = new Set(first.partial)
  const both = cells.values.flatMap((value, bucket) => {
    const asked = targetAt(target, first.edges[bucket] ?? 0, answer.question.zone)
    return value === null || asked === null || partial.has(bucket) || !isKnown(cells, bucket)
      ? []
      : [{ bucket, value, target: asked }]
  })
  const last = both.at(-1)
  const reached = both.filter((each) => each.value >= each.target).length
  return last && { ...last, reached, buckets: both.length }
}
