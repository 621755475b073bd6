import { Copy, ListFilter, PanelRight, Rows3 } from "lucide-react"
import { useTranslations } from "use-intl"
import { type Row, readValue } from "@/lib/catalogue"
import { Menu, MenuContent, MenuItem, MenuSeparator } from "../ui/menu"
import { ShortcutHint } from "../ui/shortcut-hint"
import type { GridColumn } from "./arrange-columns"
import { copyCell, copyRow } from "./cell-text"
import { ColumnMenuItems } from "./column-menu"
import { type OpenMenu, useGrid } from "./grid-context"
import type { GridRows } from "./grid-rows"

interface CellMenuItemsProps {
  readonly grid: GridColumn
  readonly row: Row
  /** Absent if the row is no longer in the table. */
  readonly onOpen: (() => void) | undefined
}

function CellMenuItems({ grid, row, onOpen }: CellMenuItemsProps) {
  const { columns, actions } = useGrid()
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

interface GridMenuProps {
  readonly menu: OpenMenu | undefined
  readonly rows: GridRows
  readonly onOpenRow: (index: number) => void
  readonly onClose: () => void
}

/**
 * The grid's single menu, opened by a column button, a right-click or Shift F10; focus returns to
 * the grid.
 */
export function GridMenu({ menu, rows, onOpenRow, onClose }: GridMenuProps) {
  const { columns, frame } = useGrid()
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
          {menu.row < 0 ? <ColumnMenuItems grid={grid} index={menu.column} /> : null}
          {record ? (
            <CellMenuItems
              grid={grid}
              row={record}
              onOpen={row === undefined ? undefined : () => onOpenRow(row)}
            />
          ) : null}
        </MenuContent>
      ) : null}
    </Menu>
  )
}
