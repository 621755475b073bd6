"use client"

import { useMemo } from "react"
import { CartesianGrid, ComposedChart, Line, Scatter, Tooltip, XAxis, YAxis } from "recharts"
import { useFormatter } from "use-intl"
import { type ChartSeries, chartRows, lookOf } from "./chart-series"
import { ChartTooltip } from "./chart-tooltip"
import { EndLabels } from "./end-labels"
import { timeTicks } from "./time-ticks"
import { useIsWide } from "./use-is-wide"

export interface TimeLineChartProps {
  readonly series: readonly ChartSeries[]
  readonly unit: string
  /** The chart's name, read aloud. */
  readonly label: string
}

const axis = { stroke: "var(--line-strong)", tickLine: false, tickMargin: 8 } as const
const tick = { fill: "var(--ink-faint)", fontSize: 12 } as const
const compact = { notation: "compact", maximumFractionDigits: 1 } as const

/** Lines over time, named at their ends, with the points they were drawn from behind them. */
export default function TimeLineChart({ series, unit, label }: TimeLineChartProps) {
  const format = useFormatter()
  const isWide = useIsWide()
  const rows = useMemo(() => chartRows(series), [series])
  const times = series.flatMap(({ dots }) => dots.map(({ time }) => time))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const { ticks, daily } = timeTicks(from, to, isWide ? 8 : 4)
  return (
    <ComposedChart
      responsive
      data={rows}
      accessibilityLayer
      title={label}
      margin={{ top: 12, right: isWide ? 128 : 12, bottom: 4, left: 4 }}
      className="h-80 w-full sm:h-96"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...axis}
        dataKey="time"
        type="number"
        scale="time"
        domain={[from, to]}
        ticks={ticks}
        tick={tick}
        padding={{ left: 8, right: 8 }}
        tickFormatter={(time: number) => format.dateTime(new Date(time), tickFormat(daily))}
      />
      <YAxis
        {...axis}
        axisLine={false}
        width={52}
        tick={tick}
        domain={["auto", "auto"]}
        tickFormatter={(value: number) => format.number(value, compact)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--line-strong)" }}
        content={<ChartTooltip series={series} unit={unit} />}
      />
      {series.map((one, index) => (
        <Scatter
          key={`dots ${one.key}`}
          data={[...one.dots]}
          dataKey="value"
          fill={lookOf(one, index).colour}
          fillOpacity={one.kind === "rest" ? 0.5 : 0.22}
          shape={<Dot />}
          tooltipType="none"
          isAnimationActive={false}
        />
      ))}
      {series.map((one, index) =>
        one.kind === "line" ? (
          <Line
            key={one.key}
            dataKey={one.key}
            name={one.label}
            stroke={lookOf(one, index).colour}
            strokeDasharray={lookOf(one, index).dash ?? "none"}
            strokeWidth={2}
            dot={one.line.length === 1}
            activeDot={{ r: 4, strokeWidth: 0 }}
            isAnimationActive={false}
            type="linear"
          />
        ) : null,
      )}
      {isWide ? <EndLabels series={series} /> : null}
    </ComposedChart>
  )
}

const tickFormat = (daily: boolean) =>
  daily
    ? ({ day: "numeric", month: "short" } as const)
    : ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const)

interface DotProps {
  readonly cx?: number
  readonly cy?: number
  readonly fill?: string
  readonly fillOpacity?: number
}

function Dot({ cx, cy, fill, fillOpacity }: DotProps) {
  return <circle cx={cx} cy={cy} r={2} fill={fill} fillOpacity={fillOpacity} />
}
