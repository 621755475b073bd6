import type { Row } from "@/lib/catalogue"
import { indexOfKey, keyAt, type PageList, rowAt, rowCount, rowsAtHand } from "@/lib/client"

/** The rows that a table shows, by index; of those far away only the index may be known. */
export interface GridRows {
  readonly count: number
  /** How many rows are at hand. */
  readonly atHand: number
  readonly at: (index: number) => Row | undefined
  /** What tells a row apart from all others. */
  readonly keyAt: (index: number) => number | undefined
  /** Where a row is now, looked for around `near` first; undefined where it is gone. */
  readonly indexOf: (key: number, near: number) => number | undefined
}

export const gridRowsFrom = (list: PageList): GridRows => ({
  count: rowCount(list),
  atHand: rowsAtHand(list),
  at: (index) => rowAt(list, index),
  keyAt: (index) => keyAt(list, index),
  indexOf: (key, near) => indexOfKey(list, key, near),
})

/** Rows that are all at hand. */
export const gridRowsOf = (rows: readonly Row[]): GridRows =>
  gridRowsFrom({
    pages: [{ url: undefined, start: 0, count: rows.length, rows, source: "live" }],
  })
