export const day = 86_400_000
export const hour = 3_600_000

const week = 7 * day

/** Monday 2026-11-16, 00:00 UTC: where the history ends that tests and benches look at. */
export const plainAnchor = Date.UTC(2026, 10, 16)

/** Where the history ends, always a Monday, 00:00 UTC. One anchor and one scale always make the same data; ids and counts are the same for all. */
export let anchor = plainAnchor

/** Has all that is generated from now on end with the last Monday up to a moment; answers where that is. */
export function endHistoryBefore(time: number): number {
  anchor = plainAnchor + Math.floor((time - plainAnchor) / week) * week
  return anchor
}

/** Two years of history before the anchor. */
export const historyDays = 730

/** Raise it whenever the generated data changes: a database loaded by an older generator is loaded afresh. */
export const generatorVersion = 3

/** Milliseconds since 1970 as `YYYY-MM-DDTHH:MM:SSZ`. */
export const printInstant = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19)}Z`

/** The same without an offset: a wall clock's time. */
export const printLocal = (time: number): string => new Date(time).toISOString().slice(0, 19)
