// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { type CSSProperties, memo, type ReactNode } from "react"
import type { Row } from "@/lib/catalogue"
import { Badge } from "../ui/badge"
import { Skeleton } from "../ui/skeleton"
import type { CellFormat } from "./cell-format"
import { type CellText, columnText, exactText } from "./cell-text"
import { isNumeric, readValue } from "./columns"
import { markText } from "./find-rows"
import { type ColumnWindow, cellId, type ShownColumn } from "./grid-layout"

interface RowPosition {
  readonly index: number
  readonly height: number
  readonly window: ColumnWindow
}

export interface BodyRowProps extends RowPosition {
  readonly gridId: string
  readonly row: Row
  readonly format: CellFormat
  /** The active column where this row is active. */
  readonly active: number | undefined
  readonly isOpen: boolean
  /** What is looked for; cells that hold it show where. */
  readonly find: string
}

const rowStyle = (index: number, height: number): CSSProperties => ({
  height,
  lineHeight: `${height - 1}px`,
  transform: `translateY(${index * height}px)`,
})

// Plain strings: these are read for every cell that scrolls by.
const rowClass = "group/row absolute inset-x-0 top-0 flex border-b [contain:strict]"
const cellStyles = {
  plain: "",
  quiet: " text-ink-faint",
  code: " font-mono text-[0.75rem]",
  badge: "",
  muted: " text-ink-muted",
} as const satisfies Record<CellText["style"], string>
// Clipped, not hidden: a cell whose overflow is hidden is a frame that the browser could scroll.
const cellClass = "h-full overflow-clip text-ellipsis whitespace-nowrap px-3 tabular"
const stickyClass =
  " bg-surface group-hover/row:[background-image:linear-gradient(var(--hover),var(--hover))] group-data-marked/row:[background-image:linear-gradient(var(--hover),var(--hover))]"
const activeClass =
  " group-focus/grid:outline-2 group-focus/grid:outline-focus -outline-offset-2 outline-solid outline-transparent"

/** One record in one line; the grid listens for clicks and keys. */
export const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { index, height, window: shown, active, isOpen } = props
  const isMarked = active !== undefined || isOpen
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-marked={isMarked || undefined}
      style={rowStyle(index, height)}
      className={`${rowClass} cursor-default hover:bg-hover data-marked:bg-hover`}
    >
      {shown.items.map((column) => bodyCell(column, props))}
    </div>
  )
})

/** A cell as one element, made without a component of its own: there are hundreds, and they are made while scrolling. */
function bodyCell({ index, grid, isSticky, style }: ShownColumn, props: BodyRowProps): ReactNode {
  const { column } = grid
  const value = readValue(column, props.row)
  const text = columnText(column, props.row, props.format)
  const isActive = props.active === index
  const className = `${cellClass}${cellStyles[text.style]}${isNumeric(column.field) ? " text-right" : ""}${
    isSticky ? stickyClass : ""
  }${isActive ? activeClass : ""}`
  return (
    <div
      key={column.name}
      id={isActive ? cellId(props.gridId, props.index, index) : undefined}
      role="gridcell"
      aria-colindex={index + 1}
      data-column={index}
      data-field={column.name}
      style={style}
      title={exactText(value) || undefined}
      className={className}
    >
      {text.style === "badge" ? (
        <Badge tone={text.tone ?? "neutral"} className="align-middle">
          {markText(text.text, props.find)}
        </Badge>
      ) : (
        markText(text.text, props.find)
      )}
      {text.more === undefined ? null : <span className="text-ink-faint"> {text.more}</span>}
    </div>
  )
}

const skeletonWidths = ["w-3/5", "w-2/5", "w-1/2", "w-3/4"] as const

/** A row that is on its way, in the place and shape that it will have. */
export const SkeletonRow = memo(function SkeletonRow({
  index,
  height,
  window: shown,
}: RowPosition) {
  return (
    <div aria-hidden="true" style={rowStyle(index, height)} className={rowClass}>
      {shown.items.map(({ index: at, grid, style }) => (
        <div key={grid.column.name} style={style} className="flex items-center px-3">
          <Skeleton
            className={`h-2.5 ${skeletonWidths[(index + at) % skeletonWidths.length]} ${
              isNumeric(grid.column.field) ? "ml-auto" : ""
            }`}
          />
        </div>
      ))}
    </div>
  )
})
