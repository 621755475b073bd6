/** A data point of the platform, with the fields that are counted here. */
export interface RawPoint {
  readonly label?: string | null
  readonly timeStamp: string | null
  readonly value: number | null
}

export interface PlainDays {
  readonly from: string
  readonly to: string
  readonly sum: number
  readonly points: number
}

/** A period's figure and the two that are compared; undefined if no day counts. */
export interface PlainFigures {
  readonly own: PlainDays | undefined
  readonly first: PlainDays | undefined
  readonly before: PlainDays | undefined
}

export interface PlainSeriesQuery {
  readonly period: string
  readonly compared: "previous" | "year"
  readonly zone: string
  readonly now: number
}

type Days = readonly [from: string, to: string]

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const print = (date: Date) => date.toISOString().slice(0, 10)
const plus = (day: string, days: number) => print(new Date(utc(day).getTime() + days * 86_400_000))
const monthOf = (day: string, later = 0) =>
  print(new Date(Date.UTC(utc(day).getUTCFullYear(), utc(day).getUTCMonth() + later, 1)))
const quarterOf = (day: string, later = 0) => monthOf(day, 3 * later - (utc(day).getUTCMonth() % 3))
const weekOf = (day: string) => plus(day, -((utc(day).getUTCDay() + 6) % 7))
const yearOf = (day: string, later = 0) => `${Number(day.slice(0, 4)) + later}-01-01`
const length = ([from, to]: Days) => (utc(to).getTime() - utc(from).getTime()) / 86_400_000 + 1

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)

/** The days of a period and of the one before it. */
function periodsOn(today: string, period: string): readonly [Days, Days] {
  const days = (count: number): readonly [Days, Days] => [
    [plus(today, 1 - count), today],
    [plus(today, 1 - 2 * count), plus(today, -count)],
  ]
  const between = (start: string, next: string, before: string): readonly [Days, Days] => [
    [start, plus(next, -1)],
    [before, plus(start, -1)],
  ]
  const month = (later: number) => monthOf(today, later)
  const quarter = (later: number) => quarterOf(today, later)
  const year = (later: number) => yearOf(today, later)
  const week = weekOf(today)
  const found: Readonly<Record<string, readonly [Days, Days]>> = {
    today: days(1),
    yesterday: between(plus(today, -1), today, plus(today, -2)),
    "last-7-days": days(7),
    "last-30-days": days(30),
    "last-90-days": days(90),
    "this-week": between(week, plus(week, 7), plus(week, -7)),
    "this-month": between(month(0), month(1), month(-1)),
    "last-month": between(month(-1), month(0), month(-2)),
    "this-quarter": between(quarter(0), quarter(1), quarter(-1)),
    "last-quarter": between(quarter(-1), quarter(0), quarter(-2)),
    "this-year": between(year(0), year(1), year(-1)),
    "last-12-months": between(month(-12), month(0), month(-24)),
    "last-year": between(year(-1), year(0), year(-2)),
  }
  const one = found[period]
  if (!one) throw new Error(`${period} is no period that is known here.`)
  return one
}

/** The same dates a year before; for whole months, the last day of February stays the last one. */
function yearBefore([from, to]: Days): Days {
  const back = (day: string) => {
    const date = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
    return print(utc(date)) === date ? date : plus(date.replace("29", "28"), 0)
  }
  const isWhole = from === monthOf(from) && plus(to, 1) === monthOf(to, 1)
  return [back(from), isWhole ? plus(back(monthOf(to, 1)), -1) : back(to)]
}

/** Returns the day, and the hour within it, of a moment in a time zone. */
function clockIn(zone: string) {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  })
  return (ms: number) => {
    const [day = "", hour = ""] = format.format(ms).split(" ")
    return { day, hour: Number(hour) }
  }
}

/**
 * Sums by plain computation over all points of a data set. The data starts on the day of the first
 * point and ends on that of the last. Today is incomplete; for today itself only full hours count.
 * All points decide where the data starts and ends, even if `keep` selects some.
 */
export function plainFigures(
  all: readonly RawPoint[],
  example: PlainSeriesQuery,
  keep: (point: RawPoint) => boolean = () => true,
): PlainFigures {
  const { period, compared, zone, now } = example
  const clock = clockIn(zone)
  const points = all.flatMap((point) => {
    const { timeStamp, value } = point
    return timeStamp === null
      ? []
      : [{ ...clock(Date.parse(timeStamp)), value, timeStamp, isKept: keep(point) }]
  })
  const { day: today, hour: thisHour } = clock(now)
  const times = points.map(({ timeStamp }) => Date.parse(timeStamp))
  const [first, last] = [clock(Math.min(...times)), clock(Math.max(...times))]
  const [whole, previous] = periodsOn(today, period)
  const sumOf = ([from, to]: Days, since = 0, until = 24): PlainDays | undefined => {
    const own = points.filter(
      ({ day, hour, isKept }) =>
        isKept && day >= from && day <= to && hour >= since && hour < until,
    )
    const sum = own.reduce((total, { value }) => total + (value ?? 0), 0)
    return { from, to, sum, points: own.length }
  }
  const nothing: PlainFigures = { own: undefined, first: undefined, before: undefined }
  if (period === "today") {
    const until = Math.min(thisHour, last.day < today ? 0 : last.day > today ? 24 : last.hour + 1)
    const sinceOn = (day: string) => (day < first.day ? 24 : day > first.day ? 0 : first.hour)
    const other = compared === "year" ? yearBefore(whole) : previous
    const [own, both] = [sinceOn(today), Math.max(sinceOn(today), sinceOn(other[0]))]
    if (own >= until) return nothing
    const told = { ...nothing, own: sumOf(whole, own, until) }
    if (both >= until) return told
    return { ...told, first: sumOf(whole, both, until), before: sumOf(other, both, until) }
  }
  const cutoff = last.day < today ? last.day : plus(today, -1)
  const [start, end] = whole
  const [from, to] = [later(start, first.day), earlier(cutoff, end)]
  if (to < from) return nothing
  const own = sumOf([from, to])
  /** Compares the days from the first one on whose counterpart has data. */
  const beside = (counterpart: (day: string) => string, daysOf: (days: Days) => Days) => {
    let since = from
    while (since <= to && counterpart(since) < first.day) since = plus(since, 1)
    if (since > to) return { ...nothing, own }
    return { own, first: sumOf([since, to]), before: sumOf(daysOf([since, to])) }
  }
  if (compared === "year") return beside((day) => yearBefore([day, day])[0], yearBefore)
  const isWholeMonths = start === monthOf(start) && plus(end, 1) === monthOf(end, 1)
  if (isWholeMonths && !/days|week|yesterday/.test(period)) {
    const monthNumber = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7))
    const months = monthNumber(previous[0]) - monthNumber(start)
    const lastDayOf = (day: string) => plus(monthOf(day, months + 1), -1)
    const sameDate = (day: string) => {
      const date = Math.min(Number(day.slice(8)), Number(lastDayOf(day).slice(8)))
      return plus(monthOf(day, months), date - 1)
    }
    return beside(sameDate, ([since, until]) => {
      const isWhole = since === monthOf(since) && plus(until, 1) === monthOf(until, 1)
      return [sameDate(since), isWhole ? lastDayOf(until) : sameDate(until)]
    })
  }
  const placeOf = (day: string, range: Days) => length([range[0], day]) - 1
  const since = Math.max(placeOf(from, whole), placeOf(first.day, previous))
  const until = Math.min(placeOf(to, whole), length(previous) - 1)
  if (since > until) return { ...nothing, own }
  const [those, these] = [previous, whole].map(
    ([day]): Days => [plus(day, since), plus(day, until)],
  ) as [Days, Days]
  return { own, first: sumOf(these), before: sumOf(those) }
}
