// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active cell
import { memo, useState } from "react"
import type { Row } from "@/lib/catalogue"
import { cellClassOf, cellPartsOf, drawParts, pendingCellClass, pendingParts } from "./cell-parts"
import { cellTitle, columnText } from "./cell-text"
import { useGrid } from "./grid-context"
import { rowTransform, type ShownColumn } from "./grid-layout"

interface BodyRowProps {
  /** The row that it shows before it is written by hand. */
  readonly index: number
  /** Undefined where that is on its way. */
  readonly row: Row | undefined
  /** What is looked for. */
  readonly find: string
}

const rowClass =
  "group/row absolute inset-x-0 top-0 flex group-data-cards/grid:flex-wrap group-data-cards/grid:content-start group-data-cards/grid:py-1 cursor-default border-b hover:bg-hover data-marked:bg-hover [contain:layout_size_style]"

/** A line of a grid with its first row; `RowWriter` writes others into it, of which React knows nothing. */
export const BodyRow = memo(function BodyRow({ index, row, find }: BodyRowProps) {
  const { window: shown, rowHeight: height } = useGrid()
  // React leaves alone what it is given unchanged.
  const [first] = useState(() => ({
    transform: rowTransform(index, height),
    attributes: row
      ? { role: "row", "aria-rowindex": index + 2, "data-row": index }
      : { "aria-hidden": true },
  }))
  return (
    <div
      {...first.attributes}
      style={{ height, lineHeight: `${height - 1}px`, transform: first.transform }}
      className={rowClass}
    >
      {shown.items.map((column) => (
        <BodyCell
          key={column.grid.column.name}
          shown={column}
          index={index}
          row={row}
          find={find}
        />
      ))}
    </div>
  )
})

const BodyCell = memo(function BodyCell({
  shown,
  ...props
}: BodyRowProps & { shown: ShownColumn }) {
  const { format } = useGrid()
  const { index, grid, style } = shown
  const { column } = grid
  const [first] = useState(() => {
    const { row, find } = props
    if (!row)
      return { className: pendingCellClass, children: drawParts(pendingParts(props.index, shown)) }
    const text = columnText(column, row, format)
    return {
      role: "gridcell",
      title: cellTitle(column, row, format) || undefined,
      className: cellClassOf(shown, text, false),
      children: drawParts(cellPartsOf(text, find)),
    }
  })
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role is a cell's, unless its row is on its way
    <div
      {...first}
      aria-colindex={index + 1}
      data-column={index}
      data-field={column.name}
      data-label={grid.label}
      style={style}
    />
  )
})
