// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
"use client"

import { useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useEffect, useId, useRef } from "react"
import type { Row } from "@/lib/catalogue"
import { cn } from "../ui/class-names"
import { BodyRow, SkeletonRow } from "./body-row"
import type { CellFormat } from "./cell-format"
import type { Column } from "./columns"
import { assumedFrame, cellId, columnWindow, headerHeight, rowHeight } from "./grid-layout"
import { HeaderRow, type SortState } from "./header-row"
import { type GridColumn, type ModelRow, useTableModel } from "./table-model"
import { useGridKeys } from "./use-grid-keys"

export interface DataTableProps {
  /** The grid's name, read aloud. */
  readonly label: string
  readonly columns: readonly Column[]
  /** The loaded rows in the source's order, from its first on. */
  readonly rows: readonly Row[]
  readonly format: CellFormat
  readonly sort: SortState
  readonly onSort: (property: string, add: boolean) => void
  /** Rows to draw as on their way after the loaded ones; 0 where all are loaded. */
  readonly pendingRows: number
  /** Called while the end of the loaded rows is near; may be called again and again. */
  readonly onNearEnd: () => void
  readonly onOpenRow: (index: number) => void
  /** The rows belong to the question before; they are dimmed. */
  readonly stale?: boolean
  /** Changes with the question; then the table starts at its top. */
  readonly question: string
}

const nearEndRows = 60

function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: assumedFrame,
    scrollPaddingEnd: headerHeight,
  })
}

function useColumnWindow(scroller: RefObject<HTMLElement | null>, columns: readonly GridColumn[]) {
  return useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    overscan: 2,
    initialRect: assumedFrame,
  })
}

/** A grid of any number of rows and columns, of which only those in sight are drawn; more rows come as the end nears. */
export function DataTable(props: DataTableProps) {
  const { onNearEnd, pendingRows } = props
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { gridColumns, rows } = useTableModel(props.columns, props.rows)
  const rowWindow = useRowWindow(scroller, rows.length + pendingRows)
  const columnVirtualizer = useColumnWindow(scroller, gridColumns)
  const shown = columnWindow(columnVirtualizer.getVirtualItems(), columnVirtualizer.getTotalSize())
  const items = rowWindow.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0

  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - nearEndRows) onNearEnd()
  }, [rows.length, lastShown, onNearEnd])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question starts at the top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [props.question])

  const { active, handlers } = useGridKeys({
    columns: gridColumns,
    rows,
    scroller,
    scrollTo: ({ row, column }) => {
      if (row >= 0) rowWindow.scrollToIndex(row)
      columnVirtualizer.scrollToIndex(column)
    },
    onSort: props.onSort,
    onOpenRow: props.onOpenRow,
  })
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={pendingRows > 0 ? -1 : rows.length + 1}
      aria-colcount={gridColumns.length}
      aria-busy={props.stale ?? false}
      aria-activedescendant={active && cellId(gridId, active.row, active.column)}
      className="group/grid relative min-h-0 flex-1 overflow-auto overscroll-contain outline-none"
      {...handlers}
    >
      <div className="min-w-full" style={{ width: shown.total }}>
        <HeaderRow
          gridId={gridId}
          columns={gridColumns}
          shown={shown}
          sort={props.sort}
          active={active?.row === -1 ? active.column : undefined}
          onSort={props.onSort}
        />
        <div
          role="rowgroup"
          className={cn("relative transition-opacity", props.stale && "opacity-50")}
          style={{ height: rowWindow.getTotalSize() }}
        >
          {items.map(({ index, start }) => {
            const row: ModelRow | undefined = rows[index]
            const place = { index, top: start, columns: gridColumns, shown }
            return row ? (
              <BodyRow
                key={index}
                {...place}
                gridId={gridId}
                row={row}
                format={props.format}
                active={active?.row === index ? active.column : undefined}
              />
            ) : (
              <SkeletonRow key={index} {...place} />
            )
          })}
        </div>
      </div>
    </div>
  )
}
