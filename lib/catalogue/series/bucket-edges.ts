import { addDays, type Day, momentOfDay, offsetAt, startOfMonth } from "../day"
import { type DayRange, dayCount, startOfQuarter, startOfWeek, startOfYear } from "../periods"
import { type BucketSize, bucketLimit } from "./query"

const secondMs = 1000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

type DayBucket = Exclude<BucketSize, "hour">

/** The first day of the bucket that contains a day. */
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

/** Minimum length of buckets in days, which limits the number of buckets of a range. */
const shortestDays = {
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 28,
  quarter: 90,
  year: 365,
} as const satisfies Record<BucketSize, number>

/** True if a range may have more buckets than a question may ask for. */
export const hasTooManyBuckets = (days: DayRange, bucket: BucketSize): boolean =>
  dayCount(days) / shortestDays[bucket] > bucketLimit

/** The first moment, to the second, with the UTC offset of `high`. `low` has another offset. */
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

/** An interval with a constant UTC offset, in milliseconds. */
export interface ClockInterval {
  readonly from: number
  readonly offset: number
}

/** The intervals between two moments without a clock change. Checks each day. */
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

/** Every full hour of local time, and every clock change. */
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
 * The edges of a range's buckets, in milliseconds since 1970: bucket i is [edges[i], edges[i + 1]).
 * The first and last bucket are cut by the range, even within a week or month. A repeated hour is
 * two buckets, a skipped hour is none, and a day is as long as it is in the zone. Check
 * `hasTooManyBuckets` first.
 */
export function bucketEdges({ from, to }: DayRange, bucket: BucketSize, zone: string): number[] {
  const start = momentOfDay(from, zone)
  const end = momentOfDay(addDays(to, 1), zone)
  if (bucket === "hour") return hourEdges(start, end, zone)
  const edges = [start]
  const next = nextAfter[bucket]
  for (let day = next(startOf[bucket](from)); day <= to; day = next(day)) {
    const edge = momentOfDay(day, zone)
    // A day that a zone skipped entirely begins where the next one does.
    if (edge > (edges.at(-1) ?? edge) && edge < end) edges.push(edge)
  }
  return [...edges, end]
}

/** The days of all calendar buckets that a range touches. */
export function wholeBuckets({ from, to }: DayRange, bucket: BucketSize): DayRange {
  if (bucket === "hour") return { from, to }
  const next = nextAfter[bucket](startOf[bucket](to))
  return { from: startOf[bucket](from), to: addDays(next, -1) }
}

/**
 * The incomplete buckets of a range: those not within the start and end of the data, in
 * milliseconds since 1970, and the first or last if its calendar bucket extends beyond the range.
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
