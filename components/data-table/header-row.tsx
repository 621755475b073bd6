// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { memo } from "react"
import { type ColumnWindow, headerHeight } from "./grid-layout"
import { HeaderCell } from "./header-cell"
import type { SortState } from "./sort-state"
import type { ColumnPointer } from "./use-column-pointer"

export interface HeaderRowProps {
  readonly gridId: string
  readonly window: ColumnWindow
  readonly sort: SortState
  /** The active column where the header is active. */
  readonly active: number | undefined
  readonly onSort: (property: string, add: boolean) => void
  readonly onMenu: (column: number, anchor: Element) => void
  readonly pointer: ColumnPointer
}

/** The names of the columns, which stay while rows scroll. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { window: shown, active, pointer } = props
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="flex border-b bg-sunken"
        style={{ height: headerHeight }}
        {...pointer.handlers}
      >
        {shown.items.map((column) => (
          <HeaderCell
            key={column.grid.column.name}
            gridId={props.gridId}
            shown={column}
            sort={props.sort}
            isActive={active === column.index}
            isDropTarget={pointer.dropAt === column.index}
            isMoving={pointer.moving === column.grid.column.name}
            onSort={props.onSort}
            onMenu={props.onMenu}
          />
        ))}
      </div>
    </div>
  )
})
