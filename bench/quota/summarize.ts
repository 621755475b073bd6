import { percentile } from "../percentile"
import type { Reading } from "./read-as-page"

/** An uncached response that takes longer than this, in milliseconds, waited for a slot. */
const slotMs = 1000

export const isCached = ({ source }: Reading): boolean => source === "cache"
export const isUncached = ({ source }: Reading): boolean => source === "live"

/** The percentile of the successful reads' times, in milliseconds. */
export const timeOf = (readings: readonly Reading[], share: number): number =>
  percentile(
    readings.filter(({ answered }) => answered).map(({ ms }) => ms),
    share,
  )

/** The percentage of reads that succeeded. */
export const shareAnswered = (readings: readonly Reading[]): number =>
  (readings.filter(({ answered }) => answered).length / readings.length) * 100

/** Each outcome with its count: `200: 410, 429: 90`. */
export function printOutcomes(outcomes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${outcome}: ${count}`).join(", ")
}

/** A summary of the reads in one line. */
export function printReadings(readings: readonly Reading[]): string {
  const cached = readings.filter(isCached).length
  const refused = readings.filter(({ waits }) => waits > 0).length
  const queued = readings.filter(({ answered, ms }) => answered && ms > slotMs).length
  const outcomes = printOutcomes(readings.map(({ outcome }) => outcome))
  return `${readings.length} reads (${outcomes}), ${cached} from the cache, ${queued} took over 1 s, ${refused} were told to wait`
}
