// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { cn } from "../ui/class-names"
import type { GridColumn } from "./arrange-columns"
import { isNumeric } from "./columns"
import { useGrid } from "./grid-context"
import { cellId, type ShownColumn } from "./grid-layout"

const headerContent = "flex h-full w-full min-w-0 items-center gap-1.5 px-3 font-medium"

function HeaderLabel({ grid: { column, label } }: { grid: GridColumn }) {
  return <span className={cn("truncate", column.deprecated && "line-through")}>{label}</span>
}

interface SortButtonProps {
  readonly grid: GridColumn
  readonly hint: string
  readonly onSort: (add: boolean) => void
  readonly children: ReactNode
}

/** A column label that sorts by it; Shift adds it to the order. */
function SortButton({ grid, hint, onSort, children }: SortButtonProps) {
  const isRight = isNumeric(grid.column.field)
  return (
    <button
      type="button"
      tabIndex={-1}
      title={hint}
      onClick={(event) => onSort(event.shiftKey)}
      className={cn(
        headerContent,
        "group/sort select-none transition-colors hover:bg-hover hover:text-ink",
        isRight && "justify-end",
      )}
    >
      {isRight ? children : null}
      <HeaderLabel grid={grid} />
      {isRight ? null : children}
    </button>
  )
}

// Two angles made of borders: an SVG would add three elements to each column header.
const canSort =
  "relative size-3.5 shrink-0 opacity-0 group-hover/sort:opacity-60 before:absolute before:top-[3px] before:left-[4.5px] before:size-[5px] before:rotate-45 before:border-current before:border-t before:border-l after:absolute after:bottom-[3px] after:left-[4.5px] after:size-[5px] after:rotate-45 after:border-current after:border-r after:border-b"

interface SortMarkProps {
  readonly term: SortTerm | undefined
  readonly order: number | undefined
  readonly isDefault: boolean
  /** Rows without a value come first. */
  readonly isEmptyFirst: boolean
}

/** A column's direction, and its position in a multi-column order. */
function SortMark({ term, order, isDefault, isEmptyFirst }: SortMarkProps) {
  const t = useTranslations("table.sort")
  if (!term) return <span aria-hidden="true" className={canSort} />
  const Arrow = term.descending ? ArrowDown : ArrowUp
  return (
    <span
      className={cn(
        "flex shrink-0 items-center font-semibold text-2xs tabular",
        isDefault ? "text-ink-faint" : "text-accent-ink",
      )}
    >
      <Arrow className="size-3.5" aria-hidden="true" />
      {order}
      {isEmptyFirst ? <span className="ml-1 font-normal">{t("emptyFirst")}</span> : null}
    </span>
  )
}

interface HeaderCellProps {
  readonly shown: ShownColumn
  readonly isActive: boolean
  /** A dragged column would drop before this one. */
  readonly isDropTarget: boolean
  readonly isMoving: boolean
}

const ariaSort = (term: SortTerm | undefined) =>
  term ? (term.descending ? "descending" : "ascending") : "none"

/** The header of a column: label, type, order, menu and resize handle. */
export function HeaderCell(props: HeaderCellProps) {
  const { shown, isActive, isDropTarget } = props
  const { id, sort, onSort, tickRow, shown: all } = useGrid()
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
      isEmptyFirst={
        sort.beginsEmpty === true && term?.descending === true && !column.field.required
      }
    />
  )
  return (
    <div
      id={cellId(id, -1, index)}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={column.sortable ? ariaSort(term) : undefined}
      data-header={index}
      style={style}
      title={note}
      className={cn(
        "group/head relative flex min-w-0 items-center text-ink-muted text-xs",
        shown.isSticky && "bg-sunken",
        tickRow && all[0] === shown && "pl-6 pointer-coarse:pl-8",
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

function MenuButton({ shown, isActive }: HeaderCellProps) {
  const { openMenu } = useGrid()
  const t = useTranslations("table")
  return (
    <button
      type="button"
      tabIndex={-1}
      data-menu={shown.index}
      aria-label={t("column.menu", { column: shown.grid.label })}
      aria-haspopup="menu"
      onClick={({ currentTarget: anchor }) => openMenu({ row: -1, column: shown.index, anchor })}
      className={cn(
        "absolute inset-y-1 right-1.5 grid w-6 place-items-center rounded-sm bg-sunken text-ink-faint opacity-0 shadow-xs hover:bg-line hover:text-ink focus-visible:opacity-100 group-hover/head:opacity-100 group-data-cards/grid:hidden pointer-coarse:opacity-100",
        isActive && "group-focus/grid:opacity-100",
      )}
    >
      <ChevronDown className="size-3.5" aria-hidden="true" />
    </button>
  )
}
