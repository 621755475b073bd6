// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { memo, type ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { badgeClass } from "../ui/badge"
import { cn } from "../ui/class-names"
import { Tick } from "../ui/tick"
import { type CellText, cellTitle, columnText } from "./cell-text"
import { isNumeric } from "./columns"
import { markText } from "./find-rows"
import { useGrid } from "./grid-context"
import { cellId, rowTransform, type ShownColumn } from "./grid-layout"

const styles = {
  plain: "",
  quiet: "text-ink-faint",
  code: "font-mono text-[0.75rem]",
  badge: "",
  muted: "text-ink-muted",
} as const satisfies Record<CellText["style"], string>

const sticky =
  "bg-surface group-hover/row:[background-image:linear-gradient(var(--hover),var(--hover))] group-data-marked/row:[background-image:linear-gradient(var(--hover),var(--hover))]"

interface CellProps {
  readonly shown: ShownColumn
  readonly row: Row
  readonly rowIndex: number
  readonly isActive: boolean
  readonly find: string
  /** Precedes the value. */
  readonly children?: ReactNode
}

/** A short value; its title has the exact one. */
function Cell({ shown, row, rowIndex, isActive, find, children }: CellProps) {
  const { id, format } = useGrid()
  const { index, grid } = shown
  const { column } = grid
  const { text, style, tone, more } = columnText(column, row, format)
  const marked = markText(text, find)
  return (
    <div
      id={isActive ? cellId(id, rowIndex, index) : undefined}
      role="gridcell"
      aria-colindex={index + 1}
      data-column={index}
      data-field={column.name}
      data-label={grid.label}
      title={cellTitle(column, row, format) || undefined}
      style={shown.style}
      // Clipped, because `overflow: hidden` would make the cell a frame that the browser can
      // scroll.
      className={cn(
        "h-full overflow-clip text-ellipsis whitespace-nowrap px-3 tabular",
        styles[style],
        isNumeric(column.field) && "text-right",
        children !== undefined && "pl-0",
        shown.isSticky && sticky,
        isActive &&
          "-outline-offset-2 outline-solid outline-transparent group-focus/grid:outline-2 group-focus/grid:outline-focus",
      )}
    >
      {children}
      {style === "badge" ? (
        <span className={cn(badgeClass(tone), "align-middle")}>{marked}</span>
      ) : (
        marked
      )}
      {more === undefined ? null : <span className="text-ink-faint"> {more}</span>}
    </div>
  )
}

/** The checkbox of a selectable row. */
function RowTick({ index, row, isTicked }: { index: number; row: Row; isTicked: boolean }) {
  const { tickRow, shown, format } = useGrid()
  const t = useTranslations("table")
  const [first] = shown
  const name = first ? columnText(first.grid.column, row, format).text : ""
  return (
    <span className="inline-block h-full align-top leading-none">
      <Tick
        label={t("choose", { name })}
        checked={isTicked}
        onToggle={(isRange) => tickRow?.(index, isRange)}
      />
    </span>
  )
}

const pendingWidths = ["w-3/5", "w-2/5", "w-1/2", "w-3/4"] as const

interface GridRowProps {
  readonly index: number
  /** Undefined while loading. */
  readonly row: Row | undefined
  /** The active column if this row is active. */
  readonly active: number | undefined
  /** True if it is open beside the table. */
  readonly isOpen: boolean
  /** Undefined if it cannot be selected. */
  readonly isTicked: boolean | undefined
  /** The text to highlight. */
  readonly find: string
}

/** A positioned row, or a placeholder while it loads. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, active, isOpen, isTicked, find } = props
  const { shown, rowHeight } = useGrid()
  const frame = {
    style: {
      height: rowHeight,
      lineHeight: `${rowHeight - 1}px`,
      transform: rowTransform(index, rowHeight),
    },
    className:
      "group/row absolute inset-x-0 top-0 flex cursor-default border-b [contain:layout_size_style] hover:bg-hover data-marked:bg-hover group-data-cards/grid:flex-wrap group-data-cards/grid:content-start group-data-cards/grid:py-1",
  }
  if (!row)
    return (
      <div aria-hidden="true" {...frame}>
        {shown.map(({ index: at, grid, style }) => (
          <div key={grid.column.name} style={style} className="flex items-center px-3">
            <div
              className={cn(
                "h-2.5 animate-pulse rounded-sm bg-pressed",
                pendingWidths[(index + at) % pendingWidths.length],
                isNumeric(grid.column.field) && "ml-auto",
              )}
            />
          </div>
        ))}
      </div>
    )
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isTicked}
      data-row={index}
      data-marked={active !== undefined || isOpen || undefined}
      {...frame}
    >
      {shown.map((column, at) => (
        <Cell
          key={column.grid.column.name}
          shown={column}
          row={row}
          rowIndex={index}
          isActive={active === column.index}
          find={find}
        >
          {at === 0 && isTicked !== undefined ? (
            <RowTick index={index} row={row} isTicked={isTicked} />
          ) : undefined}
        </Cell>
      ))}
    </div>
  )
})
