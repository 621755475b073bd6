import { useLocale } from "use-intl"

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year"

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The number of whole calendar months between two moments, in UTC. */
function wholeMonths(from: Date, to: Date): number {
  const months =
    12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth()
  const monthBegan = (date: Date) =>
    date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  return monthBegan(to) < monthBegan(from) ? months - 1 : months
}

function largestUnit(from: Date, to: Date): { readonly unit: Unit; readonly count: number } {
  const months = wholeMonths(from, to)
  const ms = to.getTime() - from.getTime()
  const whole = (unit: Unit, unitMs: number) => ({ unit, count: Math.floor(ms / unitMs) })
  if (months >= 12) return { unit: "year", count: Math.floor(months / 12) }
  if (months >= 1) return { unit: "month", count: months }
  if (ms >= 7 * dayMs) return whole("week", 7 * dayMs)
  if (ms >= dayMs) return whole("day", dayMs)
  if (ms >= hourMs) return whole("hour", hourMs)
  return ms >= minuteMs ? whole("minute", minuteMs) : whole("second", secondMs)
}

/**
 * The distance of a moment from now, in the largest unit of which a whole one has passed: "2 years
 * ago" until three have passed.
 */
export function relativeTime(locale: string, date: Date, now: Date): string {
  const isPast = date <= now
  const { unit, count } = isPast ? largestUnit(date, now) : largestUnit(now, date)
  const numeric = unit === "second" ? "auto" : "always"
  const format = new Intl.RelativeTimeFormat(locale, { numeric })
  return format.format(isPast && count > 0 ? -count : count, unit)
}

/** Formats the distance between two moments in the reader's language. */
export function useRelativeTime(): (date: Date, now: Date) => string {
  const locale = useLocale()
  return (date, now) => relativeTime(locale, date, now)
}
