import { type BucketSize, wallTimeAt, weekdayOf } from "@/lib/catalogue"

/** The precision of labels on the time axis. */
export type TickUnit = "hour" | "day" | "month" | "year"

export interface BucketTicks {
  readonly indexes: readonly number[]
  readonly unit: TickUnit
}

type Fits = (wall: string) => boolean

const hourOf = (wall: string) => Number(wall.slice(11, 13))
const dayOf = (wall: string) => wall.slice(0, 10)
const monthNumber = (wall: string) => 12 * Number(wall.slice(0, 4)) + Number(wall.slice(5, 7)) - 1
const isFullHour = (wall: string) => wall.slice(14, 16) === "00"

const everyHours =
  (hours: number): Fits =>
  (wall) =>
    isFullHour(wall) && hourOf(wall) % hours === 0
const everyDays =
  (days: number): Fits =>
  (wall) =>
    hourOf(wall) === 0 && Math.round(Date.parse(`${dayOf(wall)}T00:00Z`) / 86_400_000) % days === 0
const mondays: Fits = (wall) => hourOf(wall) === 0 && weekdayOf(dayOf(wall)) === 1
const everyMonths =
  (months: number): Fits =>
  (wall) =>
    wall.slice(8, 10) === "01" && hourOf(wall) === 0 && monthNumber(wall) % months === 0

interface Step {
  readonly unit: TickUnit
  readonly fits: Fits
  readonly days: number
}

const steps: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map((hours) => ({
    unit: "hour" as const,
    fits: everyHours(hours),
    days: hours / 24,
  })),
  { unit: "day", fits: everyDays(1), days: 1 },
  { unit: "day", fits: everyDays(2), days: 2 },
  { unit: "day", fits: mondays, days: 7 },
  ...[1, 3, 6, 12, 24, 60, 120].map((months) => ({
    unit: (months < 12 ? "month" : "year") as TickUnit,
    fits: everyMonths(months),
    days: 30.4 * months,
  })),
]

const minDays = { hour: 0, day: 1, week: 7, month: 30, quarter: 91, year: 364 } as const

/** Picks evenly spaced indexes. */
const thin = (indexes: readonly number[], max: number) => {
  const every = Math.ceil(indexes.length / Math.max(1, max))
  return indexes.filter((_, position) => position % every === 0)
}

/**
 * Chooses at most `max` buckets to label: those that begin on round hours, days, Mondays or months
 * of the zone.
 */
export function bucketTicks(
  edges: readonly number[],
  bucket: BucketSize,
  zone: string,
  max: number,
): BucketTicks {
  const starts = edges.slice(0, -1)
  const days = ((edges.at(-1) ?? 0) - (edges[0] ?? 0)) / 86_400_000
  const all = starts.map((_, index) => index)
  if (bucket === "week") return { indexes: thin(all, max), unit: "day" }
  const found = steps.find((step) => step.days >= minDays[bucket] && days / step.days <= max + 0.5)
  const fallback = bucket === "hour" ? "hour" : bucket === "day" ? "day" : "month"
  if (!found) return { indexes: thin(all, max), unit: "year" }
  const indexes = all.filter((index) => found.fits(wallTimeAt(starts[index] ?? 0, zone)))
  return indexes.length > 0
    ? { indexes: thin(indexes, max), unit: found.unit }
    : { indexes: thin(all, max), unit: fallback }
}
