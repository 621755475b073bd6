/** A calendar day, `2026-11-21`, of the years 0001 to 9999. */
export type Day = string

const dayMs = 86_400_000
const lastDayMs = Date.UTC(9999, 11, 31)
const pattern = /^\d{4}-\d\d-\d\d$/

const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

export function isDay(text: string): boolean {
  if (!pattern.test(text) || text < "0001-01-01") return false
  const ms = toMs(text)
  return !Number.isNaN(ms) && toDay(ms) === text
}

/** The day `count` days later. Days beyond the calendar become its last day. */
export const addDays = (day: Day, count: number): Day =>
  toDay(Math.max(toMs("0001-01-01"), Math.min(lastDayMs, toMs(day) + count * dayMs)))

export const daysBetween = (from: Day, to: Day): number => (toMs(to) - toMs(from)) / dayMs

/** The first day of the month `later` months on. */
export function startOfMonth(day: Day, later = 0): Day {
  const date = new Date(toMs(day))
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + later)
  return toDay(Math.max(toMs("0001-01-01"), Math.min(lastDayMs, date.getTime())))
}

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(toMs(day)).getUTCDay() || 7

/**
 * Whether the runtime's IANA database has a time zone of that name, including aliases. Offsets such
 * as "+01:00" are rejected.
 */
export function isTimeZone(text: string | undefined): text is string {
  if (text === undefined || !/^[A-Za-z]/.test(text) || text.length > 64) return false
  try {
    new Intl.DateTimeFormat("en", { timeZone: text })
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  })
  formats.set(zone, format)
  return format
}

/** Earlier, clocks followed the sun, and runtimes use a different calendar. */
const firstZonedMs = Date.UTC(1900, 0, 1)

/** The local time of a zone at a moment, encoded as if it were UTC. */
function wallMs(ms: number, zone: string): number {
  if (ms < firstZonedMs) return ms + wallMs(firstZonedMs, zone) - firstZonedMs
  const parts: { [type: string]: number } = {}
  for (const { type, value } of formatIn(zone).formatToParts(ms)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The UTC offset of a zone at a moment, in milliseconds. */
export const offsetAt = (ms: number, zone: string): number =>
  wallMs(ms, zone) - Math.floor(ms / 1000) * 1000

export const dayAt = (ms: number, zone: string): Day => toDay(wallMs(ms, zone))

/** The local time of a zone at a moment: `2026-11-21T08:00:00`. */
export const wallTimeAt = (ms: number, zone: string): string =>
  new Date(wallMs(ms, zone)).toISOString().slice(0, 19)

/**
 * The moment of a local time in a zone, `2026-11-21T08:00:00`. A time inside a gap moves forward by
 * the length of the gap. A time that occurs twice means the first occurrence.
 */
export function momentOf(wallTime: string, zone: string): number {
  const wall = Date.parse(`${wallTime}Z`)
  const before = wall - offsetAt(wall - dayMs, zone)
  const after = wall - offsetAt(wall + dayMs, zone)
  const fits = [before, after].filter((ms) => wallMs(ms, zone) === wall)
  return fits.length > 0 ? Math.min(...fits) : before
}

/**
 * Cached by zone and day, since each takes 20 µs to compute and the days of a year are requested
 * repeatedly.
 */
const knownStarts = new Map<string, Map<Day, number>>()
const maxKnown = { zones: 50, days: 20_000 }

function startsIn(zone: string): Map<Day, number> {
  const known = knownStarts.get(zone)
  if (known && known.size < maxKnown.days) return known
  if (knownStarts.size >= maxKnown.zones) knownStarts.clear()
  const starts = new Map<Day, number>()
  knownStarts.set(zone, starts)
  return starts
}

/** The first moment of a day in a time zone, in milliseconds since 1970. */
export function momentOfDay(day: Day, zone: string): number {
  const starts = startsIn(zone)
  const known = starts.get(day)
  if (known !== undefined) return known
  const start = momentOf(`${day}T00:00:00`, zone)
  starts.set(day, start)
  return start
}

/** Same, as UTC text: `2026-03-28T23:00:00Z`. */
export const startOfDay = (day: Day, zone: string): string =>
  `${new Date(momentOfDay(day, zone)).toISOString().slice(0, 19)}Z`
