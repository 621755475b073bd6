"use client"

import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react"
import { isOutsideData } from "@/lib/catalogue"
import type { CursorPosition } from "./chart-cursor"
import type { ChartModel } from "./chart-model"
import { cellAt, cellBeside, type HeatCell, type HeatLayout } from "./heat-cells"
import type { ChartTick } from "./series-chart"

export interface HeatMapProps {
  readonly model: ChartModel
  readonly layout: HeatLayout
  readonly width: number
  readonly rowNames: readonly string[]
  /** Columns that are named. */
  readonly ticks: readonly ChartTick[]
  readonly label: string
  readonly help: string
  /** Said in the place of a map whose cells could not be seen. */
  readonly tooMany: string
  readonly format: (value: number) => string
  readonly nameOf: (cell: HeatCell) => string
  readonly renderTip: (place: CursorPosition) => ReactNode
  readonly onOpen: (line: number, index: number) => void
}

const axisHeight = 24
const narrowest = 3
const longest = 20

/** How dark a value is: from the lowest to the highest. */
function shadeOf(value: number, low: number, high: number): string {
  const share = high > low ? (value - low) / (high - low) : 1
  return `color-mix(in oklch, var(--series-1) ${Math.round(10 + share * 90)}%, var(--surface))`
}

function extentOf(model: ChartModel, cells: readonly HeatCell[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { index, line } of cells) {
    const value = model.lines[line]?.values[index] ?? null
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? [0, 1] : [Math.min(0, low), high]
}

interface Grid {
  readonly left: number
  readonly cell: number
  readonly row: number
}

function gridOf({ layout, width, rowNames }: HeatMapProps): Grid {
  const letters = Math.min(longest, Math.max(...rowNames.map(({ length }) => length)))
  const left = Math.min(width * 0.35, 12 + letters * 7)
  const row = layout.by === "hour" ? 14 : 24
  return { left, row, cell: (width - left - 4) / Math.max(1, layout.columns) }
}

/** A name as long as its place allows, in letters of the usual width. */
function fitName(name: string, left: number): string {
  const fitting = Math.min(longest, Math.floor((left - 8) / 6.5))
  return name.length > fitting ? `${name.slice(0, fitting - 1)}…` : name
}

/** Numbers as shades: rows of groups, weekdays or hours over time; a cell without a number is empty, one of too few people hatched. */
export function HeatMap(props: HeatMapProps) {
  const { model, layout, width, rowNames, ticks, label, help, tooMany } = props
  const { renderTip, nameOf, onOpen, format } = props
  const [active, setActive] = useState<HeatCell>()
  const id = useId()
  const { left, row, cell } = gridOf(props)
  if (cell < narrowest) return <p className="py-12 text-center text-ink-muted">{tooMany}</p>
  const [low, high] = extentOf(model, layout.cells)
  const find = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const column = Math.floor((clientX - box.left - left) / cell)
    return cellAt(layout, column, (clientY - box.top) / row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const start = cellAt(layout, layout.columns - 1, 0) ?? layout.cells.at(-1)
    const next = start && cellBeside(layout, active ?? start, event.key)
    if (next) setActive(active ? next : start)
    else if (event.key === "Enter" && active) onOpen(active.line, active.index)
    else if (event.key === "Escape") setActive(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className="relative">
      <svg
        width={width}
        height={layout.rows * row + axisHeight}
        role="application"
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has keys of its own
        tabIndex={0}
        onPointerMove={(event) => setActive(find(event))}
        onPointerLeave={() => setActive(undefined)}
        onBlur={() => setActive(undefined)}
        onClick={() => active && onOpen(active.line, active.index)}
        onKeyDown={onKeyDown}
        className="recharts-surface block rounded-md"
      >
        <title>{label}</title>
        <defs>
          <pattern
            id={`${id}-s`}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0,0V5" stroke="var(--ink-faint)" strokeWidth={1.5} />
          </pattern>
          <pattern
            id={`${id}-u`}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(90)"
          >
            <path d="M0,0V5" stroke="var(--ink-faint)" strokeWidth={1} strokeOpacity={0.5} />
          </pattern>
        </defs>
        {rowNames.map((name, place) =>
          layout.by === "hour" && place % 3 > 0 ? null : (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have their places
              key={place}
              x={left - 8}
              y={(place + 0.5) * row}
              textAnchor="end"
              dominantBaseline="central"
              fill="var(--ink-muted)"
              className="text-xs"
            >
              {fitName(name, left)}
            </text>
          ),
        )}
        {layout.cells.map((each) => (
          <HeatRect
            key={`${each.index} ${each.line}`}
            {...{ model, low, high, id }}
            cell={each}
            grid={{ left, row, cell }}
          />
        ))}
        {active ? (
          <rect
            x={left + active.column * cell}
            y={active.row * row}
            width={cell}
            height={active.height * row}
            fill="none"
            stroke="var(--ink)"
            strokeWidth={2}
            pointerEvents="none"
          />
        ) : null}
        {ticks.map(({ index, label: name }) => (
          <text
            key={index}
            x={left + index * cell}
            y={layout.rows * row + 16}
            fill="var(--ink-faint)"
            className="text-xs"
          >
            {name}
          </text>
        ))}
      </svg>
      <p id={id} className="sr-only">
        {help}
      </p>
      <p aria-live="polite" className="sr-only">
        {active ? nameOf(active) : ""}
      </p>
      {active ? (
        <div
          className="pointer-events-none absolute z-10 w-max max-w-80"
          style={{
            top: (active.row + active.height) * row + 4,
            ...(active.column * cell > (width - left) / 2
              ? { right: width - left - active.column * cell }
              : { left: left + (active.column + 1) * cell + 4 }),
          }}
        >
          {renderTip(active)}
        </div>
      ) : null}
      <div className="mt-2 flex items-center gap-2 text-ink-muted text-xs" aria-hidden="true">
        <span className="tabular">{format(low)}</span>
        <span
          className="h-2 w-32 rounded-full"
          style={{
            background: `linear-gradient(to right, ${shadeOf(low, low, high)}, ${shadeOf(high, low, high)})`,
          }}
        />
        <span className="tabular">{format(high)}</span>
      </div>
    </div>
  )
}

interface HeatRectProps {
  readonly model: ChartModel
  readonly cell: HeatCell
  readonly grid: Grid
  readonly low: number
  readonly high: number
  readonly id: string
}

function HeatRect({
  model,
  cell: { column, row, height, index, line },
  grid,
  low,
  high,
  id,
}: HeatRectProps) {
  const value = model.lines[line]?.values[index] ?? null
  const state = model.lines[line]?.states[index]
  const gap = grid.cell > 6 ? 1 : 0
  const hatched = state === "s" || state === "u" ? `url(#${id}-${state})` : "none"
  return (
    <rect
      x={grid.left + column * grid.cell}
      y={row * grid.row}
      width={Math.max(1, grid.cell - gap)}
      height={height * grid.row - 1}
      rx={gap ? 2 : 0}
      fill={value === null ? hatched : shadeOf(value, low, high)}
      {...(value === null && { stroke: "var(--line)", strokeWidth: 0.5 })}
      {...(model.lines[line]?.partial.has(index) &&
        !isOutsideData(state) &&
        grid.cell > 6 && { stroke: "var(--ink-muted)", strokeDasharray: "2 2", strokeWidth: 1 })}
    />
  )
}
