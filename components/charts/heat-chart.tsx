import { memo, useId, useMemo } from "react"
import {
  ComposedChart,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from "recharts"
import { isOutsideData } from "@/lib/catalogue"
import type { ChartModel } from "./chart-model"
import type { HeatCell, HeatLayout } from "./heat-cells"
import type { ChartTick } from "./series-chart"

export interface HeatChartProps {
  readonly model: ChartModel
  readonly layout: HeatLayout
  readonly width: number
  readonly rowNames: readonly string[]
  /** Columns with a label. */
  readonly ticks: readonly ChartTick[]
  readonly label: string
}

const axisHeight = 24
const maxLetters = 20

export type ValueExtent = readonly [number, number]

/** The shade of a value, from the lowest to the highest. */
export function shadeOf(value: number, [low, high]: ValueExtent): string {
  const share = high > low ? (value - low) / (high - low) : 1
  return `color-mix(in oklch, var(--series-1) ${Math.round(10 + share * 90)}%, var(--surface))`
}

/**
 * The lowest and the highest value of the cells. Shades compare cells, not their distance from
 * zero.
 */
export function extentOf(model: ChartModel, cells: readonly HeatCell[]): ValueExtent {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { index, line } of cells) {
    const value = model.lines[line]?.values[index] ?? null
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low > high ? [0, 1] : [low, high]
}

/** The width of row labels, and the size of a cell, in pixels. */
export interface HeatGrid {
  readonly left: number
  readonly cell: number
  readonly row: number
}

/** Divides a width between row labels and cells. */
export function gridOf({ layout, width, rowNames }: HeatChartProps): HeatGrid {
  const letters = Math.min(maxLetters, Math.max(...rowNames.map(({ length }) => length)))
  const left = Math.min(width * 0.35, 12 + letters * 7)
  const row = layout.by === "hour" ? 14 : 24
  return { left, row, cell: (width - left - 4) / Math.max(1, layout.columns) }
}

/** Truncates a label to its room, estimated from the average character width. */
function fitName(name: string, left: number): string {
  const fitting = Math.min(maxLetters, Math.floor((left - 8) / 6.5))
  return name.length > fitting ? `${name.slice(0, fitting - 1)}…` : name
}

export const HeatChart = memo(function HeatChart(props: HeatChartProps) {
  const { model, layout, width, rowNames, ticks, label } = props
  const id = useId()
  const grid = gridOf(props)
  const extent = useMemo(() => extentOf(model, layout.cells), [model, layout])
  const names = new Map(ticks.map(({ index, label: name }) => [index, name]))
  const rows = rowNames.flatMap((_, at) => (layout.by === "hour" && at % 3 > 0 ? [] : [at + 0.5]))
  return (
    <ComposedChart
      width={width}
      height={layout.rows * grid.row + axisHeight}
      data={[{ column: 0 }, { column: layout.columns }]}
      margin={{ top: 0, right: 4, bottom: 0, left: 0 }}
      title={label}
      accessibilityLayer={false}
    >
      <XAxis
        dataKey="column"
        type="number"
        height={axisHeight}
        domain={[0, layout.columns]}
        allowDataOverflow
        ticks={[...names.keys()]}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }: XAxisTickContentProps) => (
          <text x={x} y={Number(y) + 8} fill="var(--ink-faint)" className="text-xs">
            {names.get(payload.value)}
          </text>
        )}
      />
      <YAxis
        type="number"
        width={grid.left}
        domain={[0, layout.rows]}
        allowDataOverflow
        reversed
        ticks={rows}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ y, payload }: YAxisTickContentProps) => (
          <text
            x={grid.left - 8}
            y={y}
            textAnchor="end"
            dominantBaseline="central"
            fill="var(--ink-muted)"
            className="text-xs"
          >
            {fitName(rowNames[payload.value - 0.5] ?? "", grid.left)}
          </text>
        )}
      />
      <defs>
        <CellHatch id={`${id}-s`} angle={45} width={1.5} opacity={1} />
        <CellHatch id={`${id}-u`} angle={90} width={1} opacity={0.5} />
      </defs>
      {layout.cells.map((cell) => (
        <HeatRect
          key={`${cell.index} ${cell.line}`}
          model={model}
          cell={cell}
          grid={grid}
          extent={extent}
          hatch={id}
        />
      ))}
    </ComposedChart>
  )
})

interface CellHatchProps {
  readonly id: string
  readonly angle: number
  readonly width: number
  readonly opacity: number
}

function CellHatch({ id, angle, width, opacity }: CellHatchProps) {
  return (
    <pattern
      id={id}
      width={5}
      height={5}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${angle})`}
    >
      <path d="M0,0V5" stroke="var(--ink-faint)" strokeWidth={width} strokeOpacity={opacity} />
    </pattern>
  )
}

interface HeatRectProps {
  readonly model: ChartModel
  readonly cell: HeatCell
  readonly grid: HeatGrid
  readonly extent: ValueExtent
  /** Prefix of the ids of hatch patterns. */
  readonly hatch: string
}

function HeatRect({ model, cell, grid, extent, hatch }: HeatRectProps) {
  const { column, row, height, index, line } = cell
  const value = model.lines[line]?.values[index] ?? null
  const state = model.lines[line]?.states[index]
  const gap = grid.cell > 6 ? 1 : 0
  const hatched = state === "s" || state === "u" ? `url(#${hatch}-${state})` : "none"
  const isPartial = model.lines[line]?.partial.has(index) && !isOutsideData(state)
  return (
    <rect
      x={grid.left + column * grid.cell}
      y={row * grid.row}
      width={Math.max(1, grid.cell - gap)}
      height={height * grid.row - 1}
      rx={gap ? 2 : 0}
      fill={value === null ? hatched : shadeOf(value, extent)}
      {...(value === null && { stroke: "var(--line)", strokeWidth: 0.5 })}
      {...(isPartial &&
        grid.cell > 6 && { stroke: "var(--ink-muted)", strokeDasharray: "2 2", strokeWidth: 1 })}
    />
  )
}
