"use client"

import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react"
import type { CursorPosition } from "./chart-cursor"
import { cellBeside, type HeatCell, heatCellAt } from "./heat-cells"
import {
  extentOf,
  gridOf,
  HeatChart,
  type HeatChartProps,
  type HeatGrid,
  shadeOf,
  type ValueExtent,
} from "./heat-chart"

export interface HeatMapProps extends HeatChartProps {
  readonly help: string
  /** Replaces a map whose cells would be too small to see. */
  readonly tooMany: string
  readonly format: (value: number) => string
  readonly nameOf: (cell: HeatCell) => string
  readonly renderTip: (position: CursorPosition) => ReactNode
  /** Absent if cells cannot be opened. */
  readonly onOpen?: (line: number, index: number) => void
}

const minCellWidth = 3

/** A heat map. A cell without a number is empty; a suppressed one is hatched. */
export function HeatMap(props: HeatMapProps) {
  const { model, layout, width, rowNames, ticks, label, help, tooMany } = props
  const { renderTip, nameOf, onOpen, format } = props
  const [active, setActive] = useState<HeatCell>()
  const id = useId()
  const { left, row, cell } = gridOf(props)
  if (cell < minCellWidth) return <p className="py-12 text-center text-ink-muted">{tooMany}</p>
  const find = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const column = Math.floor((clientX - box.left - left) / cell)
    return heatCellAt(layout, column, (clientY - box.top) / row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const newest = layout.by === "week" ? 0 : layout.columns - 1
    const start = heatCellAt(layout, newest, 0) ?? layout.cells.at(-1)
    const next = start && cellBeside(layout, active ?? start, event.key)
    if (next) setActive(active ? next : start)
    else if (event.key === "Enter" && active) onOpen?.(active.line, active.index)
    else if (event.key === "Escape") setActive(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className="relative">
      <div
        role="application"
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has keys of its own
        tabIndex={0}
        onPointerMove={(event) => setActive(find(event))}
        onPointerLeave={() => setActive(undefined)}
        onBlur={() => setActive(undefined)}
        onClick={() => active && onOpen?.(active.line, active.index)}
        onKeyDown={onKeyDown}
        className="rounded-md"
      >
        <HeatChart
          model={model}
          layout={layout}
          width={width}
          rowNames={rowNames}
          ticks={ticks}
          label={label}
        />
      </div>
      <p id={id} className="sr-only">
        {help}
      </p>
      <p aria-live="polite" className="sr-only">
        {active ? nameOf(active) : ""}
      </p>
      {active ? (
        <ActiveCell cell={active} grid={{ left, row, cell }} width={width}>
          {renderTip(active)}
        </ActiveCell>
      ) : null}
      <Scale extent={extentOf(model, layout.cells)} format={format} />
    </div>
  )
}

interface ActiveCellProps {
  readonly cell: HeatCell
  readonly grid: HeatGrid
  readonly width: number
  readonly children: ReactNode
}

/** Outlines the active cell, with its tooltip on the side with more room. */
function ActiveCell({ cell: { column, row, height }, grid, width, children }: ActiveCellProps) {
  const [x, y] = [grid.left + column * grid.cell, row * grid.row]
  const side =
    x - grid.left > (width - grid.left) / 2 ? { right: width - x } : { left: x + grid.cell + 4 }
  return (
    <>
      <div
        className="pointer-events-none absolute border-2 border-ink"
        style={{ left: x - 1, top: y - 1, width: grid.cell + 2, height: height * grid.row + 2 }}
      />
      <div
        className="pointer-events-none absolute z-10 w-max max-w-80"
        style={{ top: y + height * grid.row + 4, ...side }}
      >
        {children}
      </div>
    </>
  )
}

interface ScaleProps {
  readonly extent: ValueExtent
  readonly format: (value: number) => string
}

/** The colour scale. */
function Scale({ extent, format }: ScaleProps) {
  const [low, high] = extent
  return (
    <div className="mt-2 flex items-center gap-2 text-ink-muted text-xs" aria-hidden="true">
      <span className="tabular">{format(low)}</span>
      <span
        className="h-2 w-32 rounded-full"
        style={{
          background: `linear-gradient(to right, ${shadeOf(low, extent)}, ${shadeOf(high, extent)})`,
        }}
      />
      <span className="tabular">{format(high)}</span>
    </div>
  )
}
