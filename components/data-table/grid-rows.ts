import type { Row } from "@/lib/catalogue"
import { type ListPages, rowKey } from "@/lib/client"

/** Rows from `first` up to but excluding `end`, by index in the list. */
export interface IndexRange {
  readonly first: number
  readonly end: number
}

/** A table's rows by index; rows before the loaded ones may have been dropped. */
export interface GridRows {
  readonly count: number
  /** The number of loaded rows. */
  readonly atHand: number
  readonly at: (index: number) => Row | undefined
  /** A row's unique key; undefined if it is not loaded. */
  readonly keyAt: (index: number) => string | undefined
  /** A row's current index, the nearest to `near` if keys repeat; undefined if it is not loaded. */
  readonly indexOf: (key: string, near: number) => number | undefined
}

/** Rows that are all loaded; `start` is the index of the first. */
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

export function gridRowsFrom({ pages }: Pick<ListPages, "pages">): GridRows {
  const [first] = pages
  const start = first?.previousUrl === undefined ? 0 : first.start
  return gridRowsOf(
    pages.flatMap(({ rows }) => rows),
    start,
  )
}
