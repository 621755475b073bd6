import { useCallback, useState } from "react"
import type { GridColumn } from "./arrange-columns"
import { headerHeight, totalWidth } from "./grid-layout"

/** A row to scroll to; without a column, the active column stays. */
export interface GridTarget {
  readonly row: number
  readonly column?: number
}

interface Measures {
  readonly columns: readonly GridColumn[]
  readonly rowHeight: number
  /** How many columns stick to the start while the others scroll. */
  readonly sticking: number
}

/** Scrolls as little as necessary to reveal a cell beside the header and the sticky columns. */
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

/** The table's latest scroll target from any part of the page; a new query clears it. */
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
