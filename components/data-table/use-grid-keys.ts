import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react"
import { exactText } from "./cell-content"
import { rowHeight } from "./grid-layout"
import { type GridPosition, moveInGrid } from "./grid-position"
import type { GridColumn, ModelRow } from "./table-model"

export interface GridKeysOptions {
  readonly columns: readonly GridColumn[]
  readonly rows: readonly ModelRow[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly scrollTo: (position: GridPosition) => void
  readonly onSort: (property: string, add: boolean) => void
  readonly onOpenRow: (index: number) => void
}

const indexFrom = (target: Element, name: "row" | "column"): number | undefined => {
  const holder = target.closest<HTMLElement>(`[data-${name}]`)
  const text = holder?.dataset[name]
  return text === undefined ? undefined : Number(text)
}

/**
 * The grid's active cell, moved by keys and clicks. The grid itself holds the focus and names the cell
 * by `aria-activedescendant`, so that focus survives rows that are no longer drawn.
 */
export function useGridKeys(options: GridKeysOptions) {
  const [active, setActive] = useState<GridPosition>()
  const { columns, rows } = options

  const activate = (position: GridPosition) => {
    if (position.row >= 0) options.onOpenRow(position.row)
  }
  const sortActive = ({ column }: GridPosition, add: boolean) => {
    const { property, sortable } = columns[column]?.column ?? {}
    if (property && sortable) options.onSort(property, add)
  }
  const copyActive = ({ row, column }: GridPosition) => {
    const name = columns[column]?.column.name
    const value = name === undefined ? null : rows[row]?.getValue(name)
    if (document.getSelection()?.isCollapsed) void navigator.clipboard.writeText(exactText(value))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const at = active ?? { row: 0, column: 0 }
    const command = event.ctrlKey || event.metaKey
    const pageRows = Math.floor((options.scroller.current?.clientHeight ?? 0) / rowHeight) - 2
    const size = { rows: rows.length, columns: columns.length, pageRows }
    const moved = moveInGrid(at, { key: event.key, command }, size)
    const opens = event.key === "Enter" || event.key === " "
    if (command && event.key === "c") return copyActive(at)
    if (!moved && !opens) return
    event.preventDefault()
    if (moved) {
      setActive(moved)
      options.scrollTo(moved)
    } else if (at.row < 0) sortActive(at, event.shiftKey)
    else activate(at)
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    if (target.closest("button, a")) return
    const row = indexFrom(target, "row")
    if (row === undefined || !document.getSelection()?.isCollapsed) return
    const position = { row, column: indexFrom(target, "column") ?? 0 }
    setActive(position)
    options.scroller.current?.focus({ preventScroll: true })
    activate(position)
  }

  const onFocus = () => setActive((before) => before ?? { row: 0, column: 0 })
  return { active, handlers: { onKeyDown, onClick, onFocus } }
}
