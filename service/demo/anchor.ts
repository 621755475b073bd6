export const day = 86_400_000
export const hour = 3_600_000

/** Monday 2026-11-16, 00:00 UTC: history ends here whatever today is, so that one scale always makes the same data. */
export const anchor = Date.UTC(2026, 10, 16)

/** Two years of history before the anchor. */
export const historyDays = 730

/** Raise it whenever the generated data changes: a database loaded by an older generator is loaded afresh. */
export const generatorVersion = 2

/** Milliseconds since 1970 as `YYYY-MM-DDTHH:MM:SSZ`. */
export const printInstant = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19)}Z`

/** The same without an offset: a wall clock's time. */
export const printLocal = (time: number): string => new Date(time).toISOString().slice(0, 19)
