// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react"
import type { IndexRange } from "@/lib/client"
import { cn } from "../ui/class-names"
import { useWait } from "../ui/waits"
import { BodyRow } from "./body-row"
import { useGrid } from "./grid-context"
import type { GridPosition } from "./grid-position"
import type { GridRows } from "./grid-rows"
import { type GridContent, RowWriter, rowsBeside } from "./row-writer"
import { type RowsInSight, useShownRows, useWrittenRows } from "./use-grid-window"

interface GridBodyProps {
  readonly rows: GridRows
  readonly pendingRows: number
  readonly active: GridPosition | undefined
  readonly openRow: number | undefined
  readonly find: string
  readonly stale: boolean
  readonly onShow: (range: IndexRange) => void
}

interface Seen {
  readonly rows: GridRows
  readonly queryKey: string
  readonly rowHeight: number
  readonly first: number
}

/** How far the first row in sight has moved by rows that came or went above it, in rows. */
function shiftOf(was: Seen, rows: GridRows): number {
  const key = was.rows.keyAt(was.first)
  const now = key === undefined ? undefined : rows.indexOf(key, was.first)
  return (now ?? was.first) - was.first
}

/** Keeps the first row in sight where it is while rows come and go above it; a new query begins at the top. */
function useSteadyRows(rows: GridRows, drawn: RefObject<RowWriter | undefined>) {
  const { frame, rowHeight, queryKey } = useGrid()
  const before = useRef<Omit<Seen, "first">>({ rows, queryKey, rowHeight })
  useLayoutEffect(() => {
    const was = { ...before.current, first: drawn.current?.first ?? 0 }
    before.current = { rows, queryKey, rowHeight }
    const isSame = rows === was.rows && queryKey === was.queryKey && rowHeight === was.rowHeight
    if (isSame || !frame.current || frame.current.scrollTop === 0) return
    if (queryKey !== was.queryKey) {
      frame.current.scrollTop = 0
      return
    }
    const by = (was.first + shiftOf(was, rows)) * rowHeight - was.first * was.rowHeight
    if (by !== 0) frame.current.scrollTop += by
  }, [frame, rows, rowHeight, queryKey, drawn])
}

/** Whether a row in sight is on its way. */
function isWaiting(rows: GridRows, { first, count }: RowsInSight, total: number): boolean {
  for (let row = first; row < Math.min(first + count, total); row++) if (!rows.at(row)) return true
  return false
}

/** The rows in sight and a few beside them, written into as many lines as fit, which are used again as they scroll by. */
export const GridBody = memo(function GridBody(props: GridBodyProps) {
  const { rows, pendingRows, active, openRow, find } = props
  const { id: gridId, frame, window: shown, rowHeight, format, queryKey } = useGrid()
  const body = useRef<HTMLDivElement>(null)
  const writer = useRef<RowWriter>(undefined)
  const total = rows.count + pendingRows
  useSteadyRows(rows, writer)
  const sight = useWrittenRows(frame, rowHeight, writer)
  useShownRows(sight, { rows, queryKey, onShow: props.onShow })
  useWait(props.stale)
  useWait(isWaiting(rows, sight, total))

  const lines = Math.min(total, sight.count + rowsBeside)
  const hasSpare = active !== undefined && active.row >= 0
  const content = useMemo<GridContent>(
    () => ({
      ...{ gridId, rows, window: shown, format, rowHeight },
      ...{ total, lines, active, openRow, find },
    }),
    [gridId, rows, shown, format, rowHeight, total, lines, active, openRow, find],
  )
  useLayoutEffect(() => {
    if (!body.current) return
    writer.current ??= new RowWriter(body.current, content)
    writer.current.update(content, frame.current?.scrollTop ?? 0)
  }, [content, frame])
  useEffect(() => () => writer.current?.stop(), [])
  return (
    <div
      ref={body}
      role="rowgroup"
      className={cn("relative transition-opacity", props.stale && "opacity-50")}
      style={{ height: total * rowHeight }}
    >
      {Array.from({ length: lines + (hasSpare ? 1 : 0) }, (_, line) => (
        <BodyRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          key={line}
          index={line}
          row={rows.at(line)}
          find={find}
        />
      ))}
    </div>
  )
})
