import { createContext, type RefObject, useContext } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import type { ColumnActions } from "./column-actions"
import type { ShownColumn } from "./grid-layout"
import type { GridPosition } from "./grid-position"
import type { RowTicks } from "./row-selection"
import type { SortState } from "./sort-state"

/** The open menu: of a column (row -1), or of a cell and its record. */
export interface OpenMenu extends GridPosition {
  readonly record?: Row | undefined
  /** Identifies the record. */
  readonly key?: string | undefined
  readonly anchor: Element | { readonly getBoundingClientRect: () => DOMRect }
}

/** Everything in a grid that does not change while rows scroll or load. */
export interface Grid {
  readonly id: string
  readonly frame: RefObject<HTMLElement | null>
  /** All columns of the view. */
  readonly columns: readonly GridColumn[]
  /** Same, with their placement. */
  readonly shown: readonly ShownColumn[]
  readonly rowHeight: number
  readonly format: CellFormat
  /** Changes with the query, which scrolls the grid to its top. */
  readonly queryKey: string
  readonly sort: SortState
  readonly onSort: (property: string, add: boolean) => void
  /** Actions of the column menus. */
  readonly actions: ColumnActions
  readonly openMenu: (menu: OpenMenu) => void
  /** Selects a row; undefined if rows cannot be selected. */
  readonly tickRow: RowTicks["toggle"]
}

export const GridContext = createContext<Grid | undefined>(undefined)

export function useGrid(): Grid {
  const grid = useContext(GridContext)
  if (!grid) throw new Error("A part of a grid stands outside of a DataTable.")
  return grid
}
