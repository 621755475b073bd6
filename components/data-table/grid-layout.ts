import type { VirtualItem } from "@tanstack/react-virtual"
import type { CSSProperties } from "react"
import { isStretchable } from "./column-width"
import type { GridColumn } from "./table-model"

export const rowHeight = 36
export const headerHeight = 36

/** What the server and the first paint assume of the frame, until it is measured. */
export const assumedFrame = { width: 1280, height: 760 } as const

/** The part of the columns that is drawn, with the room of those left out on either side. */
export interface ColumnWindow {
  readonly items: readonly VirtualItem[]
  readonly before: number
  readonly after: number
  readonly total: number
}

export function columnWindow(items: readonly VirtualItem[], total: number): ColumnWindow {
  const last = items.at(-1)
  return { items, before: items[0]?.start ?? 0, after: last ? total - last.end : 0, total }
}

/** A cell has its column's width; where all columns fit, texts share the room that is left. */
export const cellStyle = ({ column, width }: GridColumn): CSSProperties => ({
  flex: `${isStretchable(column.field) ? 1 : 0} 0 ${width}px`,
  width,
})

/** The DOM id of a cell, for `aria-activedescendant`. */
export const cellId = (grid: string, row: number, column: number): string =>
  `${grid}-${row}-${column}`
