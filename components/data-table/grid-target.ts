import { useCallback, useState } from "react"
import type { GridColumn } from "./arrange-columns"
import { headerHeight, totalWidth } from "./grid-layout"

/** A row to go to; without a column the active one stays. */
export interface GridTarget {
  readonly row: number
  readonly column?: number
}

interface Measures {
  readonly columns: readonly GridColumn[]
  readonly rowHeight: number
  /** How many columns stay at the start while the others scroll under them. */
  readonly sticking: number
}

/** Scrolls as little as is needed to see a cell whole, beside the header and the columns that stay. */
export function revealCell(
  frame: HTMLElement | null,
  { row, column }: GridTarget,
  { columns, rowHeight, sticking }: Measures,
) {
  if (!frame) return
  if (row >= 0) {
    const top = row * rowHeight
    const bottom = top + rowHeight + headerHeight - frame.clientHeight
    frame.scrollTop = Math.max(bottom, Math.min(top, frame.scrollTop))
  }
  const grid = columns[column ?? -1]
  const covered = totalWidth(columns.slice(0, sticking))
  if (!grid || grid.start < covered) return
  const right = grid.start + grid.width - frame.clientWidth
  frame.scrollLeft = Math.min(grid.start - covered, Math.max(right, frame.scrollLeft))
}

interface QueriedTarget {
  readonly queryKey: string
  readonly target: GridTarget
}

/** Where a table was last sent, by whichever part of the page; a new query forgets it. */
export function useGridTarget(queryKey: string) {
  const [queried, setQueried] = useState<QueriedTarget>()
  if (queried && queried.queryKey !== queryKey) setQueried(undefined)
  const goTo = useCallback(
    (target: GridTarget) => setQueried({ queryKey, target: { ...target } }),
    [queryKey],
  )
  return { target: queried?.target, goTo }
}

export type GridTargetState = ReturnType<typeof useGridTarget>
