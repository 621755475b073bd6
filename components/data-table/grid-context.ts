import { createContext, type RefObject, useContext } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import type { ColumnActions } from "./column-actions"
import type { ShownColumn } from "./grid-layout"
import type { GridPosition } from "./grid-position"
import type { RowTicks } from "./row-selection"
import type { SortState } from "./sort-state"

/** A menu of a column's name (row -1) or of a cell and its record, and where it opens. */
export interface OpenMenu extends GridPosition {
  readonly record?: Row | undefined
  /** What tells the record apart. */
  readonly key?: string | undefined
  readonly anchor: Element | { readonly getBoundingClientRect: () => DOMRect }
}

/** What stays the same while the rows of a grid scroll, come and go. */
export interface Grid {
  readonly id: string
  readonly frame: RefObject<HTMLElement | null>
  /** All columns that the view shows. */
  readonly columns: readonly GridColumn[]
  /** The same as they are placed. */
  readonly shown: readonly ShownColumn[]
  readonly rowHeight: number
  readonly format: CellFormat
  /** Changes with the query; then the grid starts at its top. */
  readonly queryKey: string
  readonly sort: SortState
  readonly onSort: (property: string, add: boolean) => void
  /** What the columns' menus can do. */
  readonly actions: ColumnActions
  readonly openMenu: (menu: OpenMenu) => void
  /** Ticks a row; undefined where rows cannot be chosen. */
  readonly tickRow: RowTicks["toggle"]
}

export const GridContext = createContext<Grid | undefined>(undefined)

/** What the parts of a grid share. */
export function useGrid(): Grid {
  const grid = useContext(GridContext)
  if (!grid) throw new Error("A part of a grid stands outside of a DataTable.")
  return grid
}
