import type { BucketSize } from "../query"

/** The local date and time of a zone at a moment. */
interface Wall {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly offset: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    timeZoneName: "longOffset",
  })
  formats.set(zone, format)
  return format
}

function wallAt(ms: number, zone: string): Wall {
  const parts = new Map<string, string>()
  for (const { type, value } of formatIn(zone).formatToParts(ms)) parts.set(type, value)
  const part = (name: string) => parts.get(name) ?? ""
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    offset: part("timeZoneName"),
  }
}

/** The ISO 8601 week: week 1 contains the year's first Thursday. */
function weekOf({ year, month, day }: Wall): string {
  const thursday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  thursday.setUTCDate(thursday.getUTCDate() + 3 - ((thursday.getUTCDay() + 6) % 7))
  const weekYear = thursday.getUTCFullYear()
  const days = (thursday.getTime() - Date.UTC(weekYear, 0, 1)) / 86_400_000
  return `${weekYear}-W${`${1 + Math.floor(days / 7)}`.padStart(2, "0")}`
}

const names = {
  hour: ({ year, month, day, hour, offset }) => `${year}-${month}-${day}T${hour} ${offset}`,
  day: ({ year, month, day }) => `${year}-${month}-${day}`,
  week: weekOf,
  month: ({ year, month }) => `${year}-${month}`,
  quarter: ({ year, month }) => `${year}-Q${Math.ceil(Number(month) / 3)}`,
  year: ({ year }) => year,
} as const satisfies Record<BucketSize, (wall: Wall) => string>

/** The key of a moment's bucket, derived only from the local date and time. */
export const wallKey = (ms: number, bucket: BucketSize, zone: string): string =>
  names[bucket](wallAt(ms, zone))
