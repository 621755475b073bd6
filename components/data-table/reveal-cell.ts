import type { GridColumn } from "./arrange-columns"
import { headerHeight } from "./grid-layout"

/** A row to go to; without a column the active one stays. */
export interface GridTarget {
  readonly row: number
  readonly column?: number
}

interface Measures {
  readonly columns: readonly GridColumn[]
  readonly rowHeight: number
}

/** Scrolls as little as is needed to see a cell whole, beside the header and the pinned columns. */
export function revealCell(
  frame: HTMLElement | null,
  { row, column }: GridTarget,
  { columns, rowHeight }: Measures,
) {
  if (!frame) return
  if (row >= 0) {
    const top = row * rowHeight
    const bottom = top + rowHeight + headerHeight - frame.clientHeight
    frame.scrollTop = Math.max(bottom, Math.min(top, frame.scrollTop))
  }
  const grid = column === undefined ? undefined : columns[column]
  if (!grid || grid.isPinned) return
  const pinned = columns.reduce((sum, { isPinned, width }) => sum + (isPinned ? width : 0), 0)
  const right = grid.start + grid.width - frame.clientWidth
  frame.scrollLeft = Math.min(grid.start - pinned, Math.max(right, frame.scrollLeft))
}
