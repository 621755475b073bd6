/**
 * How often something was counted under a name, how often it failed, and how long it took, in
 * milliseconds.
 */
export interface Tally {
  readonly name: string
  readonly count: number
  readonly failed: number
  readonly totalMs: number
  readonly maxMs: number
  /** Milliseconds since 1970. */
  readonly lastAt: number
}

/** Counts by name over the last hour. */
export interface RecentTally {
  add(name: string, ms: number, failed: boolean): void
  read(): Tally[]
}

type Counted = { -readonly [K in keyof Tally]: Tally[K] }

const spanMs = 3_600_000
const sliceMs = 300_000

/** How many names are counted separately in five minutes. Further ones are counted together. */
const maxNames = 200
const others = "…"

function merge(into: Counted | undefined, one: Counted): Counted {
  if (!into) return { ...one }
  into.count += one.count
  into.failed += one.failed
  into.totalMs += one.totalMs
  into.maxMs = Math.max(into.maxMs, one.maxMs)
  into.lastAt = Math.max(into.lastAt, one.lastAt)
  return into
}

/** Counts in slices of five minutes. Keeps the last twelve and the current one. */
export function createRecentTally(clock: () => number): RecentTally {
  const slices = new Map<number, Map<string, Counted>>()

  function sliceAt(now: number): Map<string, Counted> {
    const begun = Math.floor(now / sliceMs) * sliceMs
    const found = slices.get(begun)
    if (found) return found
    const opened = new Map<string, Counted>()
    slices.set(begun, opened)
    for (const at of slices.keys()) if (at <= begun - spanMs) slices.delete(at)
    return opened
  }

  return {
    add(name, ms, failed) {
      const now = clock()
      const slice = sliceAt(now)
      const under = slice.has(name) || slice.size < maxNames ? name : others
      const one = { name: under, count: 1, failed: +failed, totalMs: ms, maxMs: ms, lastAt: now }
      slice.set(under, merge(slice.get(under), one))
    },
    read() {
      sliceAt(clock())
      const all = new Map<string, Counted>()
      for (const slice of slices.values())
        for (const one of slice.values()) all.set(one.name, merge(all.get(one.name), one))
      return [...all.values()]
    },
  }
}
