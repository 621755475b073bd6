// biome-ignore-all lint/a11y/useSemanticElements: rows and cells are placed by hand, which table elements do not allow
import { memo } from "react"
import { cn } from "../ui/class-names"
import type { GridPosition } from "./grid-position"
import { GridRow } from "./grid-row"
import type { GridRows } from "./grid-rows"
import type { RowTicks } from "./row-selection"

interface GridBodyProps {
  readonly rows: GridRows
  /** Indexes of the rendered rows. */
  readonly indexes: readonly number[]
  /** The height of all rows, in pixels. */
  readonly height: number
  readonly active: GridPosition | undefined
  readonly openRow: number | undefined
  readonly isTicked: RowTicks["isTicked"]
  readonly find: string
  readonly stale: boolean
}

/** The visible rows and a few around them. */
export const GridBody = memo(function GridBody(props: GridBodyProps) {
  const { rows, indexes, active, openRow, find } = props
  return (
    <div
      role="rowgroup"
      className={cn("relative transition-opacity", props.stale && "opacity-50")}
      style={{ height: props.height }}
    >
      {indexes.map((index) => (
        <GridRow
          key={index}
          index={index}
          row={rows.at(index)}
          active={active?.row === index ? active.column : undefined}
          isOpen={openRow === index}
          isTicked={props.isTicked(rows.at(index))}
          find={find}
        />
      ))}
    </div>
  )
})
