import { addDays, type Day, daysBetween, weekdayOf } from "../day"
import { type DayRange, dayCount, periodDays } from "../periods"
import { wholeBuckets } from "./bucket-edges"
import { shiftMonths, wholeMonths } from "./month-shift"
import type { BucketSize, SeriesQuery, SeriesRange } from "./query"

/**
 * The days that ranges are relative to, in the question's zone. `first` and `last` are those of the
 * data set's first and last points, absent if it has none.
 */
export interface RangeAnchors {
  readonly today: Day
  readonly first?: Day
  readonly last?: Day
}

/** Between these bounds, every zone's midnights are within the years 0001 to 9999. */
const earliest: Day = "0001-01-02"
const latest: Day = "9999-12-29"

const clampDay = (day: Day): Day => (day < earliest ? earliest : day > latest ? latest : day)
const clamp = ({ from, to }: DayRange): DayRange => ({ from: clampDay(from), to: clampDay(to) })

const shiftDays = ({ from, to }: DayRange, count: number): DayRange => ({
  from: addDays(from, count),
  to: addDays(to, count),
})

/** The range before: as many months if it consists of whole ones, else as many days. */
function previousOf(days: DayRange, range: SeriesRange): DayRange {
  const countsDays = typeof range === "string" && /^last-\d+-days$/.test(range)
  const months = countsDays ? undefined : wholeMonths(days)
  return months === undefined ? shiftDays(days, -dayCount(days)) : shiftMonths(days, -months)
}

/**
 * Moves a range to whole weeks from the first one, as close to its position as possible, but at
 * least one week.
 */
function alignTo(first: DayRange, days: DayRange, length: number): DayRange {
  const natural = daysBetween(days.from, first.from)
  const weeks = Math.round(natural / 7) || (natural < 0 ? -1 : 1)
  const from = addDays(first.from, -7 * weeks)
  return { from, to: addDays(from, length) }
}

function resolve(range: SeriesRange, bucket: BucketSize, anchors: RangeAnchors): DayRange {
  const { today, first = today, last = first } = anchors
  if (range === "all") return wholeBuckets({ from: first, to: last }, bucket)
  if (range === "previous" || range === "year")
    throw new TypeError(`A first range cannot be "${range}".`)
  return periodDays(range, today)
}

/**
 * The days of a question's ranges, in order. `all` is the whole buckets that contain all of the
 * data set's points. `previous` is the months before a first range of whole months, else the days
 * before it. `year` is the same dates a year earlier, 28 February for the 29th. If aligned by
 * weekday, compared ranges begin on the first range's weekday, a whole number of weeks away, and
 * `previous` and `year` have as many days as the first range.
 */
export function resolveRanges(
  query: Pick<SeriesQuery, "ranges" | "alignWeekdays" | "bucket">,
  anchors: RangeAnchors,
): [DayRange, ...DayRange[]] {
  const { bucket } = query
  const [firstRange, ...others] = query.ranges
  const first = clamp(resolve(firstRange, bucket, anchors))
  const compared = others.map((range): DayRange => {
    const isRelative = range === "previous" || range === "year"
    const days = !isRelative
      ? resolve(range, bucket, anchors)
      : range === "year"
        ? shiftMonths(first, -12)
        : previousOf(first, firstRange)
    if (!query.alignWeekdays || range === "all") return clamp(days)
    const { from, to } = isRelative ? first : days
    if (!isRelative && weekdayOf(days.from) === weekdayOf(first.from)) return clamp(days)
    return clamp(alignTo(first, days, daysBetween(from, to)))
  })
  return [first, ...compared]
}
