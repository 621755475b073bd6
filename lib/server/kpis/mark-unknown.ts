import type { Completeness, SeriesLine } from "../../catalogue"

interface Interval {
  readonly from: number
  readonly to: number
}

const toInterval = ({ from, to }: Completeness["gaps"][number], now: number): Interval => ({
  from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
  to: to === null ? now : Date.parse(to),
})

/** Where a copy may lack points at a moment: its gaps, and what has passed since it knew everything. */
export interface Unsynced {
  /** Whether a bucket may lack points. */
  overlaps(from: number, to: number): boolean
  /** Whether nothing of it can be known yet. */
  covers(from: number, to: number): boolean
  /** The intervals of whole hours of which nothing can be known yet, in milliseconds. */
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

/** A line whose cells without points are unsynced where the copy has not come, before where the data begin later, and ahead where they do not go that far. */
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
