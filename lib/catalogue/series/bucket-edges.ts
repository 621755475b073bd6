import { addDays, type Day, momentOfDay, offsetAt, startOfMonth } from "../day"
import { type DayRange, dayCount, startOfQuarter, startOfWeek, startOfYear } from "../periods"
import { type BucketSize, bucketLimit } from "./query"

const secondMs = 1000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

type DayBucket = Exclude<BucketSize, "hour">

/** The first day of the bucket that holds a day. */
const startOf = {
  day: (day) => day,
  week: startOfWeek,
  month: (day) => startOfMonth(day),
  quarter: (day) => startOfQuarter(day),
  year: startOfYear,
} as const satisfies Record<DayBucket, (day: Day) => Day>

/** The first day of the bucket after the one that begins on a day. */
const nextAfter = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7),
  month: (day) => startOfMonth(day, 1),
  quarter: (day) => startOfMonth(day, 3),
  year: (day) => startOfMonth(day, 12),
} as const satisfies Record<DayBucket, (day: Day) => Day>

/** No bucket is shorter, so that a range has no more buckets than its days over this. */
const shortestDays = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  quarter: 90,
  year: 365,
} as const satisfies Record<BucketSize, number>

/** True where a range may have more buckets than a question is answered for. */
export const hasTooManyBuckets = (days: DayRange, bucket: BucketSize): boolean =>
  dayCount(days) / shortestDays[bucket] > bucketLimit

/** The first moment, to the second, at which a zone's clocks are as far ahead as at `high`; they are not at `low`. */
function changeBetween(low: number, high: number, zone: string): number {
  const after = offsetAt(high, zone)
  let [before, at] = [low, high]
  while (at - before > secondMs) {
    const middle = Math.floor((before + at) / 2 / secondMs) * secondMs
    if (offsetAt(middle, zone) === after) at = middle
    else before = middle
  }
  return at
}

/** An interval, from a moment to the next one's, in which clocks are ahead of UTC by one offset, in milliseconds. */
export interface ClockInterval {
  readonly from: number
  readonly offset: number
}

/** The intervals between two moments within which a zone's clocks are not set; looks at each day. */
export function clockIntervals(start: number, end: number, zone: string): ClockInterval[] {
  const intervals = [{ from: start, offset: offsetAt(start, zone) }]
  let low = start
  while (low < end) {
    const day = Math.min(low + dayMs, end)
    const offset = intervals.at(-1)?.offset
    const isSteady = offsetAt(day, zone) === offset
    low = isSteady ? day : changeBetween(low, day, zone)
    if (!isSteady && low < end) intervals.push({ from: low, offset: offsetAt(low, zone) })
  }
  return intervals
}

/** Every moment at which the clocks show a full hour, and every one at which they are set forward or back. */
function hourEdges(start: number, end: number, zone: string): number[] {
  const edges = [start]
  const add = (edge: number) => {
    if (edge > (edges.at(-1) ?? edge)) edges.push(edge)
  }
  const intervals = clockIntervals(start, end, zone)
  for (const [at, { from, offset }] of intervals.entries()) {
    const high = intervals[at + 1]?.from ?? end
    if (at > 0) add(from)
    const fullHour = Math.ceil((from + offset) / hourMs) * hourMs - offset
    for (let edge = fullHour; edge < high; edge += hourMs) add(edge)
  }
  add(end)
  return edges
}

/**
 * The moments between which the buckets of a range lie, in milliseconds since 1970: bucket i is
 * [edges[i], edges[i + 1]). The first begins and the last ends with the range, also within a week or
 * month. An hour that the clocks show twice is two buckets, one that they skip is none; a day is as long
 * as it is there. Ask `hasTooManyBuckets` first.
 */
export function bucketEdges({ from, to }: DayRange, bucket: BucketSize, zone: string): number[] {
  const start = momentOfDay(from, zone)
  const end = momentOfDay(addDays(to, 1), zone)
  if (bucket === "hour") return hourEdges(start, end, zone)
  const edges = [start]
  const next = nextAfter[bucket]
  for (let day = next(startOf[bucket](from)); day <= to; day = next(day)) {
    const edge = momentOfDay(day, zone)
    // A day that a zone skipped altogether begins where the next one does.
    if (edge > (edges.at(-1) ?? edge) && edge < end) edges.push(edge)
  }
  return [...edges, end]
}

/** The days of all buckets of the calendar that the days of a range lie in. */
export function wholeBuckets({ from, to }: DayRange, bucket: BucketSize): DayRange {
  if (bucket === "hour") return { from, to }
  const next = nextAfter[bucket](startOf[bucket](to))
  return { from: startOf[bucket](from), to: addDays(next, -1) }
}

/**
 * The buckets of a range that are not whole: those not between the moments where the data begin and end,
 * milliseconds since 1970, and the first or last where the calendar's bucket begins before the range or
 * ends after it.
 */
export function partialBuckets(
  { from, to }: DayRange,
  bucket: BucketSize,
  edges: readonly number[],
  [since, until]: readonly [since: number, until: number],
): number[] {
  const last = edges.length - 2
  const cutBefore = bucket !== "hour" && startOf[bucket](from) < from
  const cutAfter = bucket !== "hour" && nextAfter[bucket](startOf[bucket](to)) > addDays(to, 1)
  const isPartial = (index: number) =>
    (edges[index] ?? 0) < since ||
    (edges[index + 1] ?? 0) > until ||
    (index === 0 && cutBefore) ||
    (index === last && cutAfter)
  return Array.from({ length: last + 1 }, (_, index) => index).filter(isPartial)
}
