import { ArrowDown, ArrowUp } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { cn } from "./class-names"

/** A simple table that scrolls inside its frame; for long lists, use the data table. */
export function Table({ className, label, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-auto">
      <table className={cn("w-full border-collapse text-left text-sm", className)} {...props} />
    </section>
  )
}

export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("sticky top-0 bg-sunken", className)} {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("border-b last:border-b-0", className)} {...props} />
}

export function TableHeaderCell({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "h-8 weak:whitespace-nowrap weak:px-3 font-medium weak:text-ink-muted weak:text-xs",
        className,
      )}
      {...props}
    />
  )
}

interface SortHeaderCellProps {
  /** The direction in which rows are sorted by this column; undefined if they are not. */
  readonly sorted: "ascending" | "descending" | undefined
  readonly isText?: boolean
  readonly className?: string
  readonly children: ReactNode
  /** Numbers start descending, names ascending; a second click reverses. */
  readonly onSort: (isDescending: boolean) => void
}

/** A column header that sorts the rows by it. */
export function SortHeaderCell({
  sorted,
  isText = false,
  className,
  children,
  onSort,
}: SortHeaderCellProps) {
  const Arrow = sorted === "descending" ? ArrowDown : ArrowUp
  const isDescending = sorted ? sorted === "ascending" : !isText
  return (
    <TableHeaderCell
      aria-sort={sorted ?? "none"}
      className={cn("px-1 first:pl-2 last:pr-2", !isText && "text-right", className)}
    >
      <button
        type="button"
        onClick={() => onSort(isDescending)}
        className="inline-flex h-6 items-center gap-1 rounded-sm px-2 hover:bg-hover hover:text-ink"
      >
        <span>{children}</span>
        {sorted ? <Arrow className="size-3" aria-hidden="true" /> : null}
      </button>
    </TableHeaderCell>
  )
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-9 px-3 py-1.5 align-middle", className)} {...props} />
}
