import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import type { GridRows, IndexRange } from "./grid-rows"

interface ListedRows {
  readonly rows: GridRows
  /** Changes with the query, which scrolls the grid to its top. */
  readonly queryKey: string
}

interface Seen extends ListedRows {
  /** In pixels. */
  readonly rowHeight: number
}

/** How many rows were added or removed above the first visible row. */
function shiftOf(was: Seen, first: number, rows: GridRows): number {
  const key = was.rows.keyAt(first)
  const now = key === undefined ? undefined : rows.indexOf(key, first)
  return (now ?? first) - first
}

/**
 * Keeps the first visible row in place while rows are added or removed above it; a new query starts
 * at the top.
 */
export function useSteadyRows(
  frame: RefObject<HTMLElement | null>,
  { rows, queryKey, rowHeight }: Seen,
) {
  const before = useRef<Seen>({ rows, queryKey, rowHeight })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { rows, queryKey, rowHeight }
    const isSame = rows === was.rows && queryKey === was.queryKey && rowHeight === was.rowHeight
    const element = frame.current
    if (isSame || !element || element.scrollTop === 0) return
    if (queryKey !== was.queryKey) {
      element.scrollTop = 0
      return
    }
    const first = Math.floor(element.scrollTop / was.rowHeight)
    const by = (first + shiftOf(was, first, rows)) * rowHeight - first * was.rowHeight
    if (by !== 0) element.scrollTop += by
  }, [frame, rows, rowHeight, queryKey])
}

interface ShowOptions extends ListedRows {
  readonly onShow: (range: IndexRange) => void
}

/**
 * Reports the visible rows, also when the rows change, because they may need other pages. A new
 * query starts at the top before the frame reports it.
 */
export function useShownRows({ first, end }: IndexRange, options: ShowOptions) {
  const { rows, queryKey, onShow } = options
  const shownFor = useRef(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are reported anew
  useEffect(() => {
    const from = queryKey === shownFor.current ? first : 0
    shownFor.current = queryKey
    onShow({ first: from, end: from + end - first })
  }, [onShow, first, end, rows, queryKey])
}
