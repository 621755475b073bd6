import {
  addDays,
  type Day,
  dayAt,
  daysBetween,
  momentOf,
  momentOfDay,
  offsetAt,
  wallTimeAt,
} from "../day"
import type { DayRange } from "../periods"
import { monthsBetween, shiftMonths, wholeMonths } from "./month-shift"
import type { SeriesQuery } from "./query"

/** Where a data set begins, in the question's zone. Anything before it is unknown, not zero. */
export interface DataStart {
  /**
   * The first day that counts. Null if the data set has no points, or earlier ones may not have
   * been copied.
   */
  readonly day: Day | null
  /** Its first moment, in milliseconds since 1970. The start of an hour if buckets are hours. */
  readonly from: number | null
}

/** Where a data set ends, in the question's zone. Anything after it is not known yet, not zero. */
export interface DataEnd {
  /** The last day that counts. Null if the data set has no points. */
  readonly cutoff: Day | null
  /**
   * The end of everything that counts, in milliseconds since 1970: of that day, or of an hour if
   * buckets are hours.
   */
  readonly until: number | null
  /** Whether days without data have passed since. */
  readonly isBehind: boolean
}

/** Everything that counts lies between the start and end of the data. */
export interface DataSpan {
  readonly dataStart: DataStart
  readonly dataEnd: DataEnd
}

/** Days of a range that count, both included, with their first moment and end. */
export interface CountedDays extends DayRange {
  readonly edges: readonly [number, number]
}

/** The days of a compared range, and the days of the first range that they are compared with. */
export interface ComparedDays {
  readonly own: CountedDays
  readonly first: CountedDays
}

export type Grain = "hour" | "day"

/**
 * The first point, if known, the last point, the moment up to which everything is known, and now,
 * all in milliseconds.
 */
export interface KnownPoints {
  readonly first?: number
  readonly last?: number
  readonly knownUntil: number
  readonly now: number
}

const hourMs = 3_600_000

/** The start of the hour or day that contains a moment. */
function floorTo(ms: number, grain: Grain, zone: string): number {
  if (grain === "day") return momentOfDay(dayAt(ms, zone), zone)
  const offset = offsetAt(ms, zone)
  return Math.floor((ms + offset) / hourMs) * hourMs - offset
}

/** The data begin with the day, or the hour, of the first point. */
function dataStartOf({ first }: KnownPoints, grain: Grain, zone: string): DataStart {
  if (first === undefined) return { day: null, from: null }
  return { day: dayAt(first, zone), from: floorTo(first, grain, zone) }
}

/**
 * The data end with the day, or the hour, of the last point. A period that is still running or not
 * yet known does not count.
 */
function dataEndOf({ last, knownUntil, now }: KnownPoints, grain: Grain, zone: string): DataEnd {
  if (last === undefined) return { cutoff: null, until: null, isBehind: false }
  const end =
    grain === "day"
      ? momentOfDay(addDays(dayAt(last, zone), 1), zone)
      : floorTo(last, grain, zone) + hourMs
  const until = Math.min(end, floorTo(Math.min(now, knownUntil), grain, zone))
  return { cutoff: dayAt(until - 1, zone), until, isBehind: until < floorTo(now, grain, zone) }
}

/** The data begin and end with the day, or the hour, of the first and the last point. */
export const dataSpanOf = (points: KnownPoints, grain: Grain, zone: string): DataSpan => ({
  dataStart: dataStartOf(points, grain, zone),
  dataEnd: dataEndOf(points, grain, zone),
})

/** The days of a range within the data. Undefined if there are none. */
function countDays(
  days: DayRange,
  { dataStart, dataEnd }: DataSpan,
  zone: string,
): CountedDays | undefined {
  const start = Math.max(momentOfDay(days.from, zone), dataStart.from ?? -Infinity)
  const end = Math.min(momentOfDay(addDays(days.to, 1), zone), dataEnd.until ?? -Infinity)
  if (end <= start) return undefined
  return { from: dayAt(start, zone), to: dayAt(end - 1, zone), edges: [start, end] }
}

/** The times of day at which the first day begins and the last day ends. */
interface Times {
  readonly begin: string
  readonly end: string
}

const wholeDays: Times = { begin: "T00:00:00", end: "T24:00:00" }

const timesOf = ({ from, to, edges: [start, end] }: CountedDays, zone: string): Times => ({
  begin: start === momentOfDay(from, zone) ? wholeDays.begin : wallTimeAt(start, zone).slice(10),
  end: end === momentOfDay(addDays(to, 1), zone) ? wholeDays.end : wallTimeAt(end, zone).slice(10),
})

/** Part of the days that count, limited by local times. Undefined if nothing remains. */
function someOf(
  all: CountedDays,
  { from, to }: DayRange,
  times: Times,
  zone: string,
): CountedDays | undefined {
  const its = timesOf(all, zone)
  const isSame = (one: string, other: string, time: keyof Times) =>
    one === other && times[time] === its[time]
  const start = isSame(from, all.from, "begin")
    ? all.edges[0]
    : momentOf(`${from}${times.begin}`, zone)
  const end = isSame(to, all.to, "end")
    ? all.edges[1]
    : times.end === wholeDays.end
      ? momentOfDay(addDays(to, 1), zone)
      : momentOf(`${to}${times.end}`, zone)
  return start < end ? { from, to, edges: [start, end] } : undefined
}

/** Maps days of the first range to the days they are compared with, and back. */
interface Counterparts {
  readonly toOther: (days: DayRange) => DayRange
  readonly toFirst: (day: Day) => Day
}

type CountedQuery = Pick<SeriesQuery, "ranges" | "zone">

/**
 * The number of months between ranges that are compared by date. Undefined for ranges compared by
 * position.
 */
function monthsApart(
  { ranges }: CountedQuery,
  days: readonly [DayRange, ...DayRange[]],
  index: number,
): number | undefined {
  if (ranges[index] === "year") return 12
  const [first, other] = [days[0], days[index]]
  if (!other) return undefined
  const months = wholeMonths(first)
  return months !== undefined && months === wholeMonths(other)
    ? monthsBetween(other.from, first.from)
    : undefined
}

const byDate = (months: number): Counterparts => ({
  toOther: (days) => shiftMonths(days, -months),
  toFirst: (day) => shiftMonths({ from: day, to: day }, months).from,
})

function byPosition(first: DayRange, other: DayRange): Counterparts {
  const apart = daysBetween(other.from, first.from)
  return {
    toOther: ({ from, to }) => ({ from: addDays(from, -apart), to: addDays(to, -apart) }),
    toFirst: (day) => addDays(day, apart),
  }
}

/** The days of both ranges that count and whose counterparts count. Undefined if there are none. */
function pairDays(
  first: CountedDays,
  other: CountedDays,
  { toOther, toFirst }: Counterparts,
  zone: string,
): ComparedDays | undefined {
  const otherOf = (day: Day) => toOther({ from: day, to: day }).from
  const nearest = otherOf(first.from) < other.from ? toFirst(other.from) : first.from
  // In a shorter month, the last day is the counterpart of the days it lacks.
  const from = otherOf(nearest) < other.from ? addDays(nearest, 1) : nearest
  const to = otherOf(first.to) > other.to ? toFirst(other.to) : first.to
  if (from > to) return undefined
  const whole = toOther({ from, to })
  const its = whole.to > other.to ? { from: whole.from, to: otherOf(to) } : whole
  const [mine, theirs] = [timesOf(first, zone), timesOf(other, zone)]
  const begins = [
    from === first.from ? mine.begin : wholeDays.begin,
    its.from === other.from ? theirs.begin : wholeDays.begin,
  ]
  const ends = [
    to === first.to ? mine.end : wholeDays.end,
    its.to === other.to ? theirs.end : wholeDays.end,
  ]
  const times = {
    begin: begins.toSorted().at(-1) ?? wholeDays.begin,
    end: ends.toSorted()[0] ?? wholeDays.end,
  }
  const own = someOf(other, its, times, zone)
  const these = someOf(first, { from, to }, times, zone)
  return own && these && { own, first: these }
}

/**
 * The only rule of comparison. Returns the days of the first range that count, those within the
 * data, and for each compared range the same days, provided both count. Ranges a year apart or of
 * whole months are compared by date, so that a whole month is compared with a whole month of any
 * length. Others are compared by position. `days` are calendar days, not aligned by weekday.
 * Undefined if no day counts.
 */
export function countedDays(
  query: CountedQuery,
  days: readonly [DayRange, ...DayRange[]],
  span: DataSpan,
): [CountedDays | undefined, ...(ComparedDays | undefined)[]] {
  const { zone } = query
  const first = countDays(days[0], span, zone)
  const compared = days.slice(1).map((range, at) => {
    const other = first && countDays(range, span, zone)
    if (!first || !other) return undefined
    const months = monthsApart(query, days, at + 1)
    const counterparts = months === undefined ? byPosition(days[0], range) : byDate(months)
    return pairDays(first, other, counterparts, zone)
  })
  return [first, ...compared]
}
