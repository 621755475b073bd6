import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import type { GridRows, IndexRange } from "./grid-rows"

interface ListedRows {
  readonly rows: GridRows
  /** Changes with the query; then the grid starts at its top. */
  readonly queryKey: string
}

interface Seen extends ListedRows {
  /** In pixels. */
  readonly rowHeight: number
}

/** How far the first row in sight has moved by rows that came or went above it, in rows. */
function shiftOf(was: Seen, first: number, rows: GridRows): number {
  const key = was.rows.keyAt(first)
  const now = key === undefined ? undefined : rows.indexOf(key, first)
  return (now ?? first) - first
}

/** Keeps the first row in sight where it is while rows come and go above it; a new query begins at the top. */
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

/** Tells which rows are in sight, again for other rows: they may need other pages. A new query begins at the top before the frame says so. */
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
