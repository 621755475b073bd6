import type { Row } from "@/lib/catalogue"
import { type ListPages, rowKey } from "@/lib/client"

/** The rows from `first` up to `end`, by their index in the list. */
export interface IndexRange {
  readonly first: number
  readonly end: number
}

/** The rows that a table shows, by index; those before the ones at hand may have been let go. */
export interface GridRows {
  readonly count: number
  /** How many rows are at hand. */
  readonly atHand: number
  readonly at: (index: number) => Row | undefined
  /** What tells a row apart from all others; undefined where it is not at hand. */
  readonly keyAt: (index: number) => string | undefined
  /** Where a row is now, the nearest to `near` of those that are alike; undefined where it is not at hand. */
  readonly indexOf: (key: string, near: number) => number | undefined
}

/** Rows that are all at hand; the first of them stands at `start`. */
export function gridRowsOf(rows: readonly Row[], start = 0): GridRows {
  const at = (index: number) => rows[index - start]
  const keyAt = (index: number) => {
    const row = at(index)
    return row && rowKey(row)
  }
  return {
    count: start + rows.length,
    atHand: rows.length,
    at,
    keyAt,
    indexOf(key, near) {
      const most = Math.max(near - start, start + rows.length - near, 0)
      for (let away = 0; away <= most; away++)
        for (const index of [near - away, near + away]) if (keyAt(index) === key) return index
      return undefined
    },
  }
}

/** The rows of a list's pages. */
export function gridRowsFrom({ pages }: Pick<ListPages, "pages">): GridRows {
  const [first] = pages
  const start = first?.previousUrl === undefined ? 0 : first.start
  return gridRowsOf(
    pages.flatMap(({ rows }) => rows),
    start,
  )
}
