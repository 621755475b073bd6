// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { Copy } from "lucide-react"
import { memo, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "../ui/class-names"
import { Skeleton } from "../ui/skeleton"
import { cellContent, exactText } from "./cell-content"
import type { CellFormat } from "./cell-format"
import { isNumeric } from "./column-width"
import { type ColumnWindow, cellId, cellStyle, rowHeight } from "./grid-layout"
import type { GridColumn, ModelRow } from "./table-model"

const rowClass = "absolute inset-x-0 top-0 flex border-b"

interface RowPlace {
  readonly index: number
  readonly top: number
  readonly columns: readonly GridColumn[]
  readonly shown: ColumnWindow
}

export interface BodyRowProps extends RowPlace {
  readonly gridId: string
  readonly row: ModelRow
  readonly format: CellFormat
  /** The active column where this row is active. */
  readonly active: number | undefined
}

const place = (top: number) => ({ height: rowHeight, transform: `translateY(${top}px)` })

/** One record in one line; the grid listens for clicks and keys. */
export const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { index, top, columns, shown, row, active, gridId } = props
  const [hovered, setHovered] = useState(false)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      style={place(top)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      className={cn(rowClass, "cursor-default hover:bg-hover", active !== undefined && "bg-hover")}
    >
      <span style={{ flex: `0 0 ${shown.before}px` }} />
      {shown.items.map(({ index: at }) => {
        const column = columns[at]
        return column ? (
          <BodyCell
            key={column.column.name}
            id={cellId(gridId, index, at)}
            index={at}
            column={column}
            value={row.getValue(column.column.name)}
            format={props.format}
            active={active === at}
            hovered={hovered}
          />
        ) : null
      })}
      <span style={{ flex: `0 0 ${shown.after}px` }} />
    </div>
  )
})

interface BodyCellProps {
  readonly id: string
  readonly index: number
  readonly column: GridColumn
  readonly value: unknown
  readonly format: CellFormat
  readonly active: boolean
  readonly hovered: boolean
}

function BodyCell({ id, index, column: grid, value, format, active, hovered }: BodyCellProps) {
  const { column } = grid
  const title = exactText(value)
  const copyable = hovered && column.field.type === "guid" && title !== ""
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={index + 1}
      data-column={index}
      data-field={column.name}
      style={cellStyle(grid)}
      title={title === "" ? undefined : title}
      className={cn(
        "relative h-full truncate px-3 leading-[35px] tabular",
        isNumeric(column.field) && "text-right",
        active && "group-focus/grid:outline-2 group-focus/grid:outline-focus -outline-offset-2",
      )}
    >
      {cellContent(column.name, column.field, value, format)}
      {copyable ? <CopyMark value={title} /> : null}
    </div>
  )
}

/** Copies a cell of the row under the pointer; by keyboard Ctrl C does. */
function CopyMark({ value }: { value: string }) {
  const t = useTranslations("table")
  return (
    <button
      type="button"
      tabIndex={-1}
      title={t("copy")}
      aria-label={t("copy")}
      onClick={() => navigator.clipboard.writeText(value)}
      className="absolute inset-y-0 right-1.5 my-auto grid size-6 place-items-center rounded-sm bg-raised text-ink-faint shadow-popup hover:text-ink active:text-accent-ink"
    >
      <Copy className="size-3.5" aria-hidden="true" />
    </button>
  )
}

const skeletonWidths = ["w-3/5", "w-2/5", "w-1/2", "w-3/4"] as const

/** A row that is on its way, in the place and shape that it will have. */
export function SkeletonRow({ index, top, columns, shown }: RowPlace) {
  return (
    <div aria-hidden="true" style={place(top)} className={rowClass}>
      <span style={{ flex: `0 0 ${shown.before}px` }} />
      {shown.items.map(({ index: at }) => {
        const column = columns[at]
        return column ? (
          <div
            key={column.column.name}
            style={cellStyle(column)}
            className="flex items-center px-3"
          >
            <Skeleton
              className={cn(
                "h-2.5",
                skeletonWidths[(index + at) % skeletonWidths.length],
                isNumeric(column.column.field) && "ml-auto",
              )}
            />
          </div>
        ) : null
      })}
    </div>
  )
}
