// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react"
import { memo } from "react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { cn } from "../ui/class-names"
import { isNumeric } from "./column-width"
import { type ColumnWindow, cellId, cellStyle, headerHeight } from "./grid-layout"
import type { GridColumn } from "./table-model"
import { TypeIcon } from "./type-icon"

/** The order in force, as the header shows it. */
export interface SortState {
  readonly terms: readonly SortTerm[]
  /** True where nobody chose it; it is shown, but quietly. */
  readonly isDefault: boolean
}

export interface HeaderRowProps {
  readonly gridId: string
  readonly columns: readonly GridColumn[]
  readonly shown: ColumnWindow
  readonly sort: SortState
  /** The active column where the header is active. */
  readonly active: number | undefined
  readonly onSort: (property: string, add: boolean) => void
}

/** The names of the columns, which stay while rows scroll. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { columns, shown, active, gridId } = props
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="flex border-b bg-sunken"
        style={{ height: headerHeight }}
      >
        <span style={{ flex: `0 0 ${shown.before}px` }} />
        {shown.items.map(({ index }) => {
          const column = columns[index]
          return column ? (
            <HeaderCell
              key={column.column.name}
              id={cellId(gridId, -1, index)}
              index={index}
              column={column}
              sort={props.sort}
              active={active === index}
              onSort={props.onSort}
            />
          ) : null
        })}
        <span style={{ flex: `0 0 ${shown.after}px` }} />
      </div>
    </div>
  )
})

interface HeaderCellProps {
  readonly id: string
  readonly index: number
  readonly column: GridColumn
  readonly sort: SortState
  readonly active: boolean
  readonly onSort: (property: string, add: boolean) => void
}

const ariaSort = (term: SortTerm | undefined) =>
  term ? (term.descending ? "descending" : "ascending") : "none"

function HeaderCell({ id, index, column: grid, sort, active, onSort }: HeaderCellProps) {
  const t = useTranslations("table")
  const { column, label } = grid
  const order = sort.terms.findIndex((term) => term.property === column.property)
  const term = sort.terms[order]
  const note = column.deprecated && t("deprecatedField", { note: column.deprecated })
  return (
    <div
      id={id}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={column.sortable ? ariaSort(term) : undefined}
      style={cellStyle(grid)}
      title={note}
      className={cn(
        "flex min-w-0 items-center text-ink-muted text-xs",
        active && "group-focus/grid:outline-2 group-focus/grid:outline-focus -outline-offset-2",
      )}
    >
      {column.sortable && column.property ? (
        <SortButton
          grid={grid}
          hint={`${t("sort.byColumn", { column: label })} ${t("addsToSort")}`}
          onSort={(add) => onSort(column.property ?? column.name, add)}
        >
          <SortMark
            term={term}
            order={sort.terms.length > 1 ? order + 1 : undefined}
            isDefault={sort.isDefault}
          />
        </SortButton>
      ) : (
        <span className={cn(headerContent, isNumeric(column.field) && "justify-end")}>
          <HeaderLabel grid={grid} />
        </span>
      )}
    </div>
  )
}

const headerContent = "flex h-full w-full min-w-0 items-center gap-1.5 px-3 font-medium"

function HeaderLabel({ grid: { column, label } }: { grid: GridColumn }) {
  return (
    <>
      <TypeIcon field={column.field} className="size-3.5 shrink-0 text-ink-faint" />
      <span className={cn("truncate", column.deprecated && "line-through")}>{label}</span>
    </>
  )
}

interface SortButtonProps {
  readonly grid: GridColumn
  readonly hint: string
  readonly onSort: (add: boolean) => void
  readonly children: React.ReactNode
}

function SortButton({ grid, hint, onSort, children }: SortButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={hint}
      onClick={(event) => onSort(event.shiftKey)}
      className={cn(
        headerContent,
        "group/sort select-none transition-colors hover:bg-hover hover:text-ink",
        isNumeric(grid.column.field) && "justify-end",
      )}
    >
      {isNumeric(grid.column.field) ? children : null}
      <HeaderLabel grid={grid} />
      {isNumeric(grid.column.field) ? null : children}
    </button>
  )
}

interface SortMarkProps {
  readonly term: SortTerm | undefined
  readonly order: number | undefined
  readonly isDefault: boolean
}

function SortMark({ term, order, isDefault }: SortMarkProps) {
  if (!term)
    return (
      <ChevronsUpDown
        className="size-3.5 shrink-0 opacity-0 group-hover/sort:opacity-60"
        aria-hidden="true"
      />
    )
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
    </span>
  )
}
