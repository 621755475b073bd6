// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
import { memo, useLayoutEffect, useRef } from "react"
import type { IndexRange } from "@/lib/client"
import { cn } from "../ui/class-names"
import { useWait } from "../ui/waits"
import { BodyRow, SkeletonRow } from "./body-row"
import { useGrid } from "./grid-context"
import type { GridPosition } from "./grid-position"
import type { GridRows } from "./grid-rows"
import { useRowsInSight, useShownRows } from "./use-grid-window"

interface GridBodyProps {
  readonly rows: GridRows
  readonly pendingRows: number
  readonly active: GridPosition | undefined
  readonly openRow: number | undefined
  readonly find: string
  readonly stale: boolean
  readonly onShow: (range: IndexRange) => void
}

const rowsBeside = 2

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
function useSteadyRows(rows: GridRows, first: number) {
  const { frame, rowHeight, queryKey } = useGrid()
  const before = useRef<Seen>({ rows, queryKey, rowHeight, first })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { rows, queryKey, rowHeight, first }
    const isSame = rows === was.rows && queryKey === was.queryKey && rowHeight === was.rowHeight
    // Asking a frame where it stands makes it lay itself out: not while it merely scrolls.
    if (isSame || !frame.current || frame.current.scrollTop === 0) return
    if (queryKey !== was.queryKey) {
      frame.current.scrollTop = 0
      return
    }
    const shift = shiftOf(was, rows)
    const by = (was.first + shift) * rowHeight - was.first * was.rowHeight
    if (by === 0) return
    frame.current.scrollTop += by
    before.current = { rows, queryKey, rowHeight, first: first + shift }
  }, [frame, rows, rowHeight, queryKey, first])
}

/** The rows in sight and a few beside them, drawn into as many lines as fit, which are used again as they scroll by. */
export const GridBody = memo(function GridBody(props: GridBodyProps) {
  const { rows, pendingRows, active } = props
  const { frame, rowHeight, queryKey } = useGrid()
  const { first, count } = useRowsInSight(frame, rowHeight)
  const total = rows.count + pendingRows
  useSteadyRows(rows, first)
  useShownRows({ first, count }, { rows, queryKey, onShow: props.onShow })
  useWait(props.stale)

  const lines = Math.min(total, count + 2 * rowsBeside)
  const from = Math.max(0, Math.min(first - rowsBeside, total - lines))
  const drawn = Array.from({ length: lines }, (_, at) => from + at)
  // The active row stays drawn, so that the grid can name its cell.
  const isAway = active !== undefined && active.row >= 0 && !drawn.includes(active.row)
  return (
    <div
      role="rowgroup"
      className={cn("relative transition-opacity", props.stale && "opacity-50")}
      style={{ height: total * rowHeight }}
    >
      {drawn.map((index) => (
        <Line key={index % lines} {...props} index={index} />
      ))}
      {isAway && active.row < rows.count ? <Line {...props} index={active.row} /> : null}
    </div>
  )
})

function Line({ index, ...props }: GridBodyProps & { index: number }) {
  const { id, window: shown, rowHeight: height, format } = useGrid()
  const row = props.rows.at(index)
  if (!row) return <SkeletonRow index={index} height={height} window={shown} />
  return (
    <BodyRow
      index={index}
      height={height}
      window={shown}
      gridId={id}
      row={row}
      format={format}
      active={props.active?.row === index ? props.active.column : undefined}
      isOpen={props.openRow === index}
      find={props.find}
    />
  )
}
