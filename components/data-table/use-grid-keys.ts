import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react"
import type { GridColumn } from "./arrange-columns"
import { copyCell, copyRow } from "./cell-text"
import type { OpenMenu } from "./grid-context"
import { cellId } from "./grid-layout"
import { type GridPosition, moveInGrid } from "./grid-position"
import type { GridRows } from "./grid-rows"
import type { GridTarget } from "./grid-target"

/** The rows of a grid, and their query. */
interface ShownRows {
  readonly rows: GridRows
  readonly queryKey: string
  /** The rows belong to the previous query. */
  readonly stale: boolean
}

/** A cell and its query; with the key of its record, if known. */
interface ActiveCell extends GridPosition {
  readonly key: string | undefined
  readonly queryKey: string
}

const keyOf = (row: number, { rows, stale }: ShownRows) => (stale ? undefined : rows.keyAt(row))

/** The cell at a position, bound to the record there. */
export const activeCellAt = ({ row, column }: GridPosition, shown: ShownRows): ActiveCell => ({
  row,
  column,
  key: keyOf(row, shown),
  queryKey: shown.queryKey,
})

/**
 * A cell's current position: it stays with its record, or in place if the record is gone; a new
 * query starts at the top.
 */
function followCell(cell: ActiveCell, shown: ShownRows): ActiveCell {
  const { rows, queryKey } = shown
  if (cell.row < 0) return cell
  if (cell.queryKey !== queryKey) return activeCellAt({ row: 0, column: cell.column }, shown)
  const found = cell.key === undefined ? undefined : rows.indexOf(cell.key, cell.row)
  const row = found ?? Math.max(0, Math.min(cell.row, rows.count - 1))
  const key = cell.key ?? keyOf(row, shown)
  return row === cell.row && key === cell.key ? cell : { ...cell, row, key }
}

interface GridKeysOptions extends ShownRows {
  readonly columns: readonly GridColumn[]
  readonly frame: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly scrollTo: (target: GridTarget) => void
  readonly onSort: (property: string, add: boolean) => void
  readonly onOpenRow: (index: number) => void
  /** Selects a row; undefined if rows cannot be selected. */
  readonly onTickRow: ((index: number, isRange: boolean) => void) | undefined
  readonly onMenu: (menu: OpenMenu) => void
  readonly onFind: (() => void) | undefined
}

const indexFrom = (target: Element, name: "row" | "column"): number | undefined => {
  const holder = target.closest<HTMLElement>(`[data-${name}]`)
  const text = holder?.dataset[name]
  return text === undefined ? undefined : Number(text)
}

const positionOf = (target: Element): GridPosition | undefined => {
  const row = indexFrom(target, "row")
  return row === undefined ? undefined : { row, column: indexFrom(target, "column") ?? 0 }
}

const opensMenu = ({ key, shiftKey, altKey }: KeyboardEvent) =>
  key === "ContextMenu" || (shiftKey && key === "F10") || (altKey && key === "ArrowDown")

/**
 * The grid's active cell, moved by keys and clicks. The grid itself holds the focus and names the
 * cell by `aria-activedescendant`, so that focus survives rows that are no longer rendered.
 */
export function useGridKeys(options: GridKeysOptions) {
  const [held, setActive] = useState<ActiveCell>()
  const { columns, rows, frame } = options
  const active = held && followCell(held, options)
  if (active !== held) setActive(active)
  const at = active ?? { row: 0, column: 0 }

  const activateAt = (position: GridPosition) => setActive(activeCellAt(position, options))
  const goTo = (target: GridTarget) => {
    activateAt({ column: at.column, ...target })
    options.scrollTo(target)
  }
  const activate = ({ row }: GridPosition) => {
    if (row >= 0 && rows.at(row)) options.onOpenRow(row)
  }
  const menuOf = ({ row, column }: GridPosition, anchor: OpenMenu["anchor"]): OpenMenu => ({
    row,
    column,
    anchor,
    record: rows.at(row),
    key: rows.keyAt(row),
  })
  const openMenu = () => {
    const anchor = document.getElementById(
      cellId(frame.current?.dataset["grid"] ?? "", at.row, at.column),
    )
    if (anchor) options.onMenu(menuOf(at, anchor))
  }
  const sortActive = (add: boolean) => {
    const { property, sortable } = columns[at.column]?.column ?? {}
    if (property && sortable) options.onSort(property, add)
  }
  /** False if text is selected, which the browser copies. */
  const copyActive = (wholeRow: boolean): boolean => {
    if (!document.getSelection()?.isCollapsed) return false
    const row = rows.at(at.row)
    const grid = columns[at.column]
    if (row && grid) void (wholeRow ? copyRow(columns, row) : copyCell(grid, row))
    return true
  }

  /** Handles a key other than moves; false for keys that are not the grid's. */
  const act = (event: KeyboardEvent, command: boolean): boolean => {
    const key = event.key.toLowerCase()
    if (command && key === "c") return copyActive(event.shiftKey)
    if (command && key === "f" && options.onFind) options.onFind()
    else if (opensMenu(event)) openMenu()
    else if (key !== "enter" && key !== " ") return false
    else if (at.row < 0) sortActive(event.shiftKey)
    else if (key === " " && options.onTickRow) options.onTickRow(at.row, event.shiftKey)
    else activate(at)
    return true
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const command = event.ctrlKey || event.metaKey
    const pageRows = Math.floor((frame.current?.clientHeight ?? 0) / options.rowHeight) - 2
    const size = { rows: rows.count, columns: columns.length, pageRows }
    const moved = event.altKey ? undefined : moveInGrid(at, { key: event.key, command }, size)
    if (!moved && !act(event, command)) return
    event.preventDefault()
    if (moved) goTo(moved)
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    const position = target.closest("button, a") ? undefined : positionOf(target)
    if (!position || !document.getSelection()?.isCollapsed) return
    activateAt(position)
    frame.current?.focus({ preventScroll: true })
    activate(position)
  }

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const position = positionOf(event.target as Element)
    if (!position || !document.getSelection()?.isCollapsed) return
    event.preventDefault()
    activateAt(position)
    frame.current?.focus({ preventScroll: true })
    const { clientX: x, clientY: y } = event
    const rectangle = new DOMRect(x, y, 0, 0)
    options.onMenu(menuOf(position, { getBoundingClientRect: () => rectangle }))
  }

  const onFocus = (event: { target: EventTarget; currentTarget: EventTarget }) => {
    if (event.target === event.currentTarget)
      setActive((before) => before ?? activeCellAt(at, options))
  }
  return { active, goTo, handlers: { onKeyDown, onClick, onContextMenu, onFocus } }
}
