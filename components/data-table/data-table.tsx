// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
"use client"

import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from "react"
import type { Density } from "@/lib/client"
import { phoneQuery, useMedia } from "../ui/use-media"
import { useWait } from "../ui/waits"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import type { ColumnActions } from "./column-actions"
import { GridBody } from "./grid-body"
import { type Grid, GridContext, type OpenMenu, useGrid } from "./grid-context"
import {
  assumedFrame,
  cardHeight,
  cellId,
  columnsOfCards,
  countSticking,
  headerHeight,
  placeCardColumns,
  placeColumns,
  rowHeights,
  totalWidth,
} from "./grid-layout"
import { GridMenu } from "./grid-menu"
import type { GridRows, IndexRange } from "./grid-rows"
import { type GridTarget, revealCell } from "./grid-target"
import { HeaderCell } from "./header-cell"
import { useRowTicks } from "./row-selection"
import type { SortState } from "./sort-state"
import { type ColumnPointer, useColumnPointer, withWidth } from "./use-column-pointer"
import { useGridKeys } from "./use-grid-keys"
import { useRowWindow } from "./use-row-window"
import { useShownRows, useSteadyRows } from "./use-steady-rows"

interface HeaderRowProps {
  /** The active column if the header is active. */
  readonly active: number | undefined
  readonly pointer: ColumnPointer
}

/** The sticky header. */
const HeaderRow = memo(function HeaderRow({ active, pointer }: HeaderRowProps) {
  const { shown } = useGrid()
  return (
    <div role="rowgroup" className="group-data-cards/grid:sr-only sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="flex border-b bg-sunken"
        style={{ height: headerHeight }}
        {...pointer.handlers}
      >
        {shown.map((column) => (
          <HeaderCell
            key={column.grid.column.name}
            shown={column}
            isActive={active === column.index}
            isDropTarget={pointer.dropAt === column.index}
            isMoving={pointer.moving === column.grid.column.name}
          />
        ))}
      </div>
    </div>
  )
})

export interface DataTableProps {
  /** The grid's name, for screen readers. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  /** The rows in source order, starting at the first. */
  readonly rows: GridRows
  readonly format: CellFormat
  readonly density?: Density
  readonly sort: SortState
  readonly onSort: (property: string, add: boolean) => void
  /** Actions of the column menus. */
  readonly actions: ColumnActions
  /** The number of loading rows to draw after the known ones; 0 at the end of the list. */
  readonly pendingRows: number
  /** Called with the visible rows whenever they change. */
  readonly onShow: (range: IndexRange) => void
  readonly onOpenRow: (index: number) => void
  /** The row that is open beside the table. */
  readonly openRow?: number | undefined
  /** The rows belong to the previous query and are dimmed. */
  readonly stale?: boolean
  /** Changes with the query, which scrolls the table to its top. */
  readonly queryKey: string
  /** Text to highlight in the cells. */
  readonly find?: string
  readonly onFind?: () => void
  /** A cell to scroll to, once per object; the initial value is ignored. */
  readonly goTo?: GridTarget | undefined
}

/** A grid of any number of rows that renders only the visible ones. */
export function DataTable(props: DataTableProps) {
  const { rows, pendingRows, format, queryKey, sort, onSort, actions, goTo, stale = false } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<OpenMenu>()
  const isCards = useMedia(phoneQuery)
  const pointer = useColumnPointer({
    columns: props.columns,
    onResize: actions.resize,
    onMove: actions.moveTo,
  })
  const { sizing } = pointer
  const columns = useMemo(() => {
    const sized = withWidth(props.columns, sizing)
    return isCards ? columnsOfCards(sized) : sized
  }, [props.columns, sizing, isCards])
  const rowHeight = isCards ? cardHeight(columns) : rowHeights[props.density ?? "normal"]
  const [width, setWidth] = useState<number>(assumedFrame.width)
  const sticking = isCards ? 0 : countSticking(columns, width)
  const shown = useMemo(
    () => (isCards ? placeCardColumns(columns, width) : placeColumns(columns, width)),
    [columns, width, isCards],
  )

  const scrollTo = useCallback(
    (target: GridTarget) => revealCell(frame.current, target, { columns, rowHeight, sticking }),
    [columns, rowHeight, sticking],
  )
  const ticks = useRowTicks(rows)
  const keys = useGridKeys({
    columns,
    rows,
    queryKey,
    stale,
    frame,
    rowHeight,
    scrollTo,
    onSort,
    onOpenRow: props.onOpenRow,
    onTickRow: ticks.toggle,
    onMenu: setMenu,
    onFind: props.onFind,
  })
  const { active } = keys
  const named = active && (active.row < 0 || rows.at(active.row)) ? active : undefined
  const total = rows.count + pendingRows
  const drawn = useRowWindow(frame, { total, rowHeight, active: active?.row })
  if (drawn.width !== width) setWidth(drawn.width)
  useSteadyRows(frame, { rows, queryKey, rowHeight })
  useShownRows(drawn, { rows, queryKey, onShow: props.onShow })
  useWait(stale)
  useWait(
    drawn.indexes.some((index) => index >= drawn.first && index < drawn.end && !rows.at(index)),
  )
  const gone = useRef(goTo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each target is gone to once
  useEffect(() => {
    if (goTo && goTo !== gone.current) keys.goTo(goTo)
    gone.current = goTo
  }, [goTo])
  const grid = useMemo<Grid>(
    () => ({
      id,
      frame,
      columns,
      shown,
      rowHeight,
      format,
      queryKey,
      sort,
      onSort,
      actions,
      openMenu: setMenu,
      tickRow: ticks.toggle,
    }),
    [id, columns, shown, rowHeight, format, queryKey, sort, onSort, actions, ticks.toggle],
  )
  return (
    <GridContext value={grid}>
      <div
        ref={frame}
        role="grid"
        data-grid={id}
        data-cards={isCards || undefined}
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={pendingRows > 0 || stale ? -1 : rows.count + 1}
        aria-colcount={props.columns.length}
        aria-busy={stale}
        aria-multiselectable={ticks.toggle !== undefined || undefined}
        aria-activedescendant={named && cellId(id, named.row, named.column)}
        className="group/grid relative min-h-0 flex-1 overflow-auto overscroll-contain outline-none [overflow-anchor:none]"
        {...keys.handlers}
      >
        <div className="min-w-full" style={{ width: isCards ? undefined : totalWidth(columns) }}>
          <HeaderRow active={active?.row === -1 ? active.column : undefined} pointer={pointer} />
          <GridBody
            rows={rows}
            indexes={drawn.indexes}
            height={drawn.height}
            active={active}
            openRow={props.openRow}
            isTicked={ticks.isTicked}
            find={props.find ?? ""}
            stale={stale}
          />
        </div>
        <GridMenu
          menu={menu}
          rows={rows}
          onOpenRow={props.onOpenRow}
          onClose={() => setMenu(undefined)}
        />
      </div>
    </GridContext>
  )
}
