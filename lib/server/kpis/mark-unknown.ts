import type { Completeness, SeriesLine } from "../../catalogue"

interface Interval {
  readonly from: number
  readonly to: number
}

const toInterval = ({ from, to }: Completeness["gaps"][number], now: number): Interval => ({
  from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
  to: to === null ? now : Date.parse(to),
})

/** Where a copy may lack data points: its gaps, and the time since its last sync. */
export interface Unsynced {
  /** Whether a bucket may lack data points. */
  overlaps(from: number, to: number): boolean
  /** Whether nothing in a bucket can be known yet. */
  covers(from: number, to: number): boolean
  /** Intervals of whole hours in which nothing can be known yet, in milliseconds. */
  readonly hours: readonly (readonly [from: number, to: number])[]
}

const hourMs = 3_600_000

export function unsyncedOf({ gaps, syncedUntil, state }: Completeness, now: number): Unsynced {
  const intervals = gaps.map((gap) => toInterval(gap, now))
  const since = state === "complete" && syncedUntil !== null ? Date.parse(syncedUntil) : now
  const inGap = (from: number, to: number) =>
    intervals.some((gap) => from < gap.to && Math.min(to, now) > gap.from)
  return {
    overlaps: (from, to) => inGap(from, to) || (from < now && to <= now && to > since),
    covers: (from, to) => inGap(from, to) || (from < now && from >= since),
    hours: [
      ...intervals.map(({ from, to }) => [from, Math.min(to, now)] as const),
      [Math.ceil(since / hourMs) * hourMs, now],
    ],
  }
}

/**
 * Marks cells without data points as unsynced where the copy has not been read, as before where the
 * data starts later, and as ahead where it ends earlier.
 */
export function markUnknown(
  line: SeriesLine,
  edges: readonly number[],
  { covers }: Unsynced,
  [since, until]: readonly [since: number, until: number],
): SeriesLine {
  const letterAt = (index: number) => {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    if (line.states[index] !== "m") return line.states[index] ?? "m"
    if (covers(from, to)) return "u"
    if (from >= until) return "a"
    return to <= since ? "b" : "m"
  }
  const states = Array.from(line.states, (_, index) => letterAt(index)).join("")
  const counts = line.counts.map((count, index) =>
    /[uba]/.test(states[index] ?? "") ? null : count,
  )
  return { ...line, states, counts }
}
