import type { RefObject } from "react"
import type { Row } from "@/lib/catalogue"
import { Menu, MenuContent } from "../ui/menu"
import type { GridColumn } from "./arrange-columns"
import { CellMenuItems } from "./cell-menu"
import type { ColumnActions } from "./column-actions"
import { ColumnMenuItems } from "./column-menu"
import type { GridPosition } from "./grid-position"
import type { RowSource } from "./row-source"
import type { SortState } from "./sort-state"

/** A menu of a column's name (row -1) or of a cell and its record, and where it opens. */
export interface OpenMenu extends GridPosition {
  readonly record?: Row | undefined
  /** What tells the record apart. */
  readonly key?: number | undefined
  readonly anchor: Element | { readonly getBoundingClientRect: () => DOMRect }
}

export interface GridMenuProps {
  readonly menu: OpenMenu | undefined
  readonly columns: readonly GridColumn[]
  readonly rows: RowSource
  readonly sort: SortState
  readonly actions: ColumnActions
  readonly frame: RefObject<HTMLElement | null>
  readonly onOpenRow: (index: number) => void
  readonly onClose: () => void
}

/** The one menu of a grid, opened by a column's button, by the pointer's second button or by Shift F10; the grid gets the focus back. */
export function GridMenu(props: GridMenuProps) {
  const { menu, columns, rows, frame, onClose } = props
  const grid = menu && columns[menu.column]
  const { record, key } = menu ?? {}
  const row = key === undefined ? undefined : rows.indexOf(key, menu?.row ?? 0)
  return (
    <Menu
      open={grid !== undefined}
      modal={false}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {menu && grid ? (
        <MenuContent anchor={menu.anchor} finalFocus={frame} className="min-w-52">
          {menu.row < 0 ? (
            <ColumnMenuItems
              grid={grid}
              index={menu.column}
              columns={columns}
              sort={props.sort}
              actions={props.actions}
              frame={frame}
            />
          ) : null}
          {record ? (
            <CellMenuItems
              grid={grid}
              columns={columns}
              row={record}
              onOpen={row === undefined ? undefined : () => props.onOpenRow(row)}
              actions={props.actions}
            />
          ) : null}
        </MenuContent>
      ) : null}
    </Menu>
  )
}
