export const day = 86_400_000
export const hour = 3_600_000

const week = 7 * day

/** Monday 2026-11-16, 00:00 UTC: where the history ends in tests and benchmarks. */
export const plainAnchor = Date.UTC(2026, 10, 16)

/**
 * Where the history ends, always a Monday, 00:00 UTC. Data depends only on anchor and scale. Ids
 * and counts do not depend on the anchor.
 */
export let anchor = plainAnchor

/**
 * Makes all data generated from now on end with the last Monday up to a moment. Returns that
 * Monday.
 */
export function endHistoryBefore(time: number): number {
  anchor = plainAnchor + Math.floor((time - plainAnchor) / week) * week
  return anchor
}

/** Two years of history before the anchor. */
export const historyDays = 730

/**
 * Increment it whenever the generated data changes: a database loaded by an older generator is
 * reloaded.
 */
export const generatorVersion = 3

/** Milliseconds since 1970 as `YYYY-MM-DDTHH:MM:SSZ`. */
export const printInstant = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19)}Z`

/** Same, without an offset: a local time. */
export const printLocal = (time: number): string => new Date(time).toISOString().slice(0, 19)
