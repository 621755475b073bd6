import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactNode } from "react"
import type { SortTerm } from "@/lib/catalogue"
import { cn } from "../ui/class-names"
import type { GridColumn } from "./arrange-columns"
import { isNumeric } from "./column-width"
import { TypeIcon } from "./type-icon"

export const headerContent = "flex h-full w-full min-w-0 items-center gap-1.5 px-3 font-medium"

/** A column's type and name. */
export function HeaderLabel({ grid: { column, label } }: { grid: GridColumn }) {
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
  readonly children: ReactNode
}

/** A column's name that sorts by it; with Shift it adds to the order. */
export function SortButton({ grid, hint, onSort, children }: SortButtonProps) {
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

// Two angles made of borders: a picture would be three elements in each column's head.
const canSort =
  "relative size-3.5 shrink-0 opacity-0 group-hover/sort:opacity-60 before:absolute before:top-[3px] before:left-[4.5px] before:size-[5px] before:rotate-45 before:border-current before:border-t before:border-l after:absolute after:bottom-[3px] after:left-[4.5px] after:size-[5px] after:rotate-45 after:border-current after:border-r after:border-b"

interface SortMarkProps {
  readonly term: SortTerm | undefined
  readonly order: number | undefined
  readonly isDefault: boolean
}

/** How a column is sorted, with its place in the order of several. */
export function SortMark({ term, order, isDefault }: SortMarkProps) {
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
    </span>
  )
}
