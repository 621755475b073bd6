import { Copy, ListFilter, PanelRight, Rows3 } from "lucide-react"
import { useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { MenuItem, MenuSeparator } from "../ui/menu"
import { ShortcutHint } from "../ui/shortcut-hint"
import type { GridColumn } from "./arrange-columns"
import type { ColumnActions } from "./column-actions"
import { readValue } from "./columns"
import { copyCell, copyRow } from "./copy-rows"

export interface CellMenuItemsProps {
  readonly grid: GridColumn
  readonly columns: readonly GridColumn[]
  readonly row: Row
  readonly actions: ColumnActions
  /** Absent where the row is no longer in the table. */
  readonly onOpen: (() => void) | undefined
}

/** What can be done with a cell and its row. */
export function CellMenuItems({ grid, columns, row, actions, onOpen }: CellMenuItemsProps) {
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
