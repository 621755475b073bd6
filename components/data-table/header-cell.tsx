// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { ChevronDown } from "lucide-react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { cn } from "../ui/class-names"
import { isNumeric } from "./column-width"
import { cellId, type ShownColumn } from "./grid-layout"
import { HeaderLabel, headerContent, SortButton, SortMark } from "./sort-button"
import type { SortState } from "./sort-state"

export interface HeaderCellProps {
  readonly gridId: string
  readonly shown: ShownColumn
  readonly sort: SortState
  readonly isActive: boolean
  /** A column that is being dragged would come before this one. */
  readonly isDropTarget: boolean
  readonly isMoving: boolean
  readonly onSort: (property: string, add: boolean) => void
  readonly onMenu: (column: number, anchor: Element) => void
}

const ariaSort = (term: SortTerm | undefined) =>
  term ? (term.descending ? "descending" : "ascending") : "none"

/** A column's name, type and order, its menu, and the edge by which it is sized. */
export function HeaderCell(props: HeaderCellProps) {
  const { shown, sort, isActive, isDropTarget, onSort } = props
  const { index, grid, style } = shown
  const { column, label } = grid
  const t = useTranslations("table")
  const order = sort.terms.findIndex((term) => term.property === column.property)
  const term = sort.terms[order]
  const note = column.deprecated && t("deprecatedField", { note: column.deprecated })
  const mark = (
    <SortMark
      term={term}
      order={sort.terms.length > 1 ? order + 1 : undefined}
      isDefault={sort.isDefault}
    />
  )
  return (
    <div
      id={cellId(props.gridId, -1, index)}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={column.sortable ? ariaSort(term) : undefined}
      data-header={index}
      style={style}
      title={note}
      className={cn(
        "group/head relative flex min-w-0 items-center text-ink-muted text-xs",
        shown.isSticky && "bg-sunken",
        props.isMoving && "opacity-50",
        isDropTarget && "shadow-[inset_2px_0_var(--accent)]",
        isActive && "group-focus/grid:outline-2 group-focus/grid:outline-focus -outline-offset-2",
      )}
    >
      {column.sortable && column.property ? (
        <SortButton
          grid={grid}
          hint={`${t("sort.byColumn", { column: label })} ${t("addsToSort")}`}
          onSort={(add) => onSort(column.property ?? column.name, add)}
        >
          {mark}
        </SortButton>
      ) : (
        <span className={cn(headerContent, isNumeric(column.field) && "justify-end")}>
          <HeaderLabel grid={grid} />
        </span>
      )}
      <MenuButton {...props} />
      <span
        data-resize={column.name}
        className="absolute inset-y-0 -right-1 z-2 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1.5 after:left-1/2 after:w-px after:bg-line-strong after:opacity-0 after:transition-opacity hover:after:bg-accent group-hover/head:after:opacity-100"
      />
    </div>
  )
}

function MenuButton({ shown, isActive, onMenu }: HeaderCellProps) {
  const t = useTranslations("table")
  return (
    <button
      type="button"
      tabIndex={-1}
      data-menu={shown.index}
      aria-label={t("column.menu", { column: shown.grid.label })}
      aria-haspopup="menu"
      onClick={(event) => onMenu(shown.index, event.currentTarget)}
      className={cn(
        "absolute inset-y-1 right-1.5 grid w-6 place-items-center rounded-sm bg-sunken text-ink-faint opacity-0 shadow-xs hover:bg-line hover:text-ink focus-visible:opacity-100 group-hover/head:opacity-100 pointer-coarse:opacity-100",
        isActive && "group-focus/grid:opacity-100",
      )}
    >
      <ChevronDown className="size-3.5" aria-hidden="true" />
    </button>
  )
}
