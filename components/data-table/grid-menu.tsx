import { Copy, ListFilter, PanelRight, Rows3 } from "lucide-react"
import type { RefObject } from "react"
import { useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { Menu, MenuContent, MenuItem, MenuSeparator } from "../ui/menu"
import { ShortcutHint } from "../ui/shortcut-hint"
import type { GridColumn } from "./arrange-columns"
import { copyCell, copyRow } from "./cell-text"
import type { ColumnActions } from "./column-actions"
import { ColumnMenuItems } from "./column-menu"
import { readValue } from "./columns"
import type { GridPosition } from "./grid-position"
import type { GridRows } from "./grid-rows"
import type { SortState } from "./sort-state"

interface CellMenuItemsProps {
  readonly grid: GridColumn
  readonly columns: readonly GridColumn[]
  readonly row: Row
  readonly actions: ColumnActions
  /** Absent where the row is no longer in the table. */
  readonly onOpen: (() => void) | undefined
}

/** What can be done with a cell and its row. */
function CellMenuItems({ grid, columns, row, actions, onOpen }: CellMenuItemsProps) {
  const t = useTranslations("table")
  const { property, filterable } = grid.column
  return (
    <>
      <MenuItem onClick={onOpen} disabled={!onOpen}>
        <PanelRight aria-hidden="true" />
        {t("cell.open")}
        <ShortcutHint keys="↵" />
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => copyCell(grid, row)}>
        <Copy aria-hidden="true" />
        {t("cell.copy")}
        <ShortcutHint keys="Ctrl C" />
      </MenuItem>
      <MenuItem onClick={() => copyRow(columns, row)}>
        <Rows3 aria-hidden="true" />
        {t("cell.copyRow")}
        <ShortcutHint keys="Ctrl ⇧ C" />
      </MenuItem>
      {filterable && property && actions.filterBy ? (
        <>
          <MenuSeparator />
          <MenuItem onClick={() => actions.filterBy?.(property, readValue(grid.column, row))}>
            <ListFilter aria-hidden="true" />
            {t("cell.filterBy")}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}

/** A menu of a column's name (row -1) or of a cell and its record, and where it opens. */
export interface OpenMenu extends GridPosition {
  readonly record?: Row | undefined
  /** What tells the record apart. */
  readonly key?: number | undefined
  readonly anchor: Element | { readonly getBoundingClientRect: () => DOMRect }
}

interface GridMenuProps {
  readonly menu: OpenMenu | undefined
  readonly columns: readonly GridColumn[]
  readonly rows: GridRows
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
