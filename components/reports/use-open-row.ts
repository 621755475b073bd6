import { useCallback, useState } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridRows, GridTarget } from "../data-table"

interface Opened {
  /** The list that it was opened from, by URL. */
  readonly url: string
  readonly index: number
  readonly key: string | undefined
  readonly row: Row | undefined
}

/**
 * The row that is open beside the table: it stays the same record while rows change, even if it is
 * no longer among them.
 */
export function useOpenRow(rows: GridRows, url: string, goTo: (target: GridTarget) => void) {
  const [state, setState] = useState<Opened>()
  const show = useCallback(
    (index: number) => setState({ url, index, key: rows.keyAt(index), row: rows.at(index) }),
    [rows, url],
  )
  const opened = state?.url === url ? state : undefined
  const index = opened?.key === undefined ? undefined : rows.indexOf(opened.key, opened.index)
  return {
    /** Its index in the table; undefined while it is not there. */
    index,
    row: (index === undefined ? undefined : rows.at(index)) ?? opened?.row,
    count: rows.count,
    show,
    goToRow: (to: number) => {
      show(to)
      goTo({ row: to })
    },
    close: () => setState(undefined),
  }
}

export type OpenRow = ReturnType<typeof useOpenRow>
