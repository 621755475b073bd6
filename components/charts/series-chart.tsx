"use client"

import { memo, useMemo } from "react"
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts"
import { AxisBreak, type EndLabel, EndLabels } from "./axis-labels"
import { Marks, type NoteMark, NoteMarks, rowsOf, TargetMarks } from "./chart-marks"
import {
  type AxisChart,
  bucketCount,
  type ChartLine,
  type ChartModel,
  shownLines,
} from "./chart-model"
import { formOf, stackParts } from "./chart-points"
import { type PlotArea, valueScale } from "./plot-area"
import { StateHatches } from "./state-hatches"

export interface ChartTick {
  readonly index: number
  readonly label: string
}

export interface SeriesChartProps {
  readonly model: ChartModel
  readonly kind: AxisChart
  /** From `plotOf`, or with another scale. */
  readonly plot: PlotArea
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly ticks: readonly ChartTick[]
  /** The chart's name, for screen readers. */
  readonly label: string
  /** Formats a number for the value axis. */
  readonly formatAxis: (value: number) => string
  /** Notes on the time axis. */
  readonly notes?: readonly NoteMark[]
  /** Keys of the highlighted lines; all others fade. Absent, none is highlighted. */
  readonly isolated?: ReadonlySet<string> | undefined
}

const axisHeight = 28
const axisWidth = 56
const roomForLabels = 148
const minWidthForLabels = 640
const pixelsPerTick = 40
const top = 14
const right = 14

const axis = { stroke: "var(--line-strong)", tickLine: false, tickMargin: 8 } as const
const tick = { fill: "var(--ink-faint)", fontSize: 12 } as const

const sharesOneGroup = ({ lines }: ChartModel) =>
  lines.filter(({ isCompared }) => !isCompared).length <= 1

/** The lines that are labelled at their ends, if there is room; all others need a legend. */
export function namesAtEnds(
  model: ChartModel,
  kind: AxisChart,
  width: number,
): readonly ChartLine[] {
  if (width < minWidthForLabels || kind === "bar" || kind === "stacked") return []
  const named = sharesOneGroup(model) ? model.lines : model.lines.filter((line) => !line.isCompared)
  const all = named.length + model.targets.length
  return all > 1 && all <= 16 ? named : []
}

const hasTargetNames = ({ targets }: ChartModel, width: number) =>
  targets.length > 0 && width >= minWidthForLabels

/** All values that the axis must include. */
function valuesOf(model: ChartModel, kind: AxisChart): number[] {
  const lines = shownLines(model, kind).map(({ values }) => values)
  const stacked = (index: number) =>
    stackParts(lines.map((values) => values[index] ?? null)).map((part) => part?.to ?? null)
  const drawn =
    kind === "stacked"
      ? Array.from({ length: bucketCount(model) }, (_, index) => stacked(index))
      : lines
  const targets = model.targets.map(({ values }) => values)
  return [...drawn, ...targets].flat().filter((value) => value !== null)
}

/** The plot of a chart of this size. */
export function plotOf({
  model,
  kind,
  width,
  height,
}: Pick<SeriesChartProps, "model" | "kind" | "width" | "height">): PlotArea {
  const hasNames = namesAtEnds(model, kind, width).length > 0 || hasTargetNames(model, width)
  const plotHeight = Math.max(1, height - top - axisHeight)
  const ticks = Math.max(3, Math.min(6, Math.round(plotHeight / pixelsPerTick)))
  return {
    left: axisWidth,
    top,
    height: plotHeight,
    width: Math.max(1, width - axisWidth - (hasNames ? roomForLabels : right)),
    buckets: bucketCount(model),
    scale: valueScale(valuesOf(model, kind), kind !== "line", ticks),
  }
}

function endLabels({ model, kind, width }: SeriesChartProps): EndLabel[] {
  const targets = hasTargetNames(model, width) ? model.targets : []
  return [...namesAtEnds(model, kind, width), ...targets].flatMap(
    ({ key, label, style, values }) => {
      const value = values.findLast((each) => each !== null)
      return value === null || value === undefined
        ? []
        : [{ key, text: label, colour: style.colour, value }]
    },
  )
}

/**
 * A model drawn by Recharts, on buckets of equal width, from at most two points a pixel and 2,000
 * in all.
 */
function SeriesChart(props: SeriesChartProps) {
  const { kind, plot, width, height, ticks, label, formatAxis, notes = [], isolated } = props
  const model = useMemo(
    () => ({ ...props.model, lines: shownLines(props.model, kind) }),
    [props.model, kind],
  )
  const form = formOf(model, kind, plot.width)
  const rows = useMemo(() => rowsOf(model, form, plot.width), [model, form, plot])
  const names = new Map(ticks.map((each) => [each.index + 0.5, each.label]))
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ top, right: width - plot.left - plot.width, bottom: 0, left: 0 }}
      title={label}
      accessibilityLayer={false}
      stackOffset="sign"
      barGap={1}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...axis}
        dataKey="at"
        type="number"
        height={axisHeight}
        domain={[0, plot.buckets]}
        allowDataOverflow
        ticks={[...names.keys()]}
        interval={0}
        tick={tick}
        tickFormatter={(at: number) => names.get(at) ?? ""}
      />
      <YAxis
        {...axis}
        axisLine={false}
        width={axisWidth}
        tick={tick}
        type="number"
        domain={[plot.scale.low, plot.scale.high]}
        ticks={[...plot.scale.ticks]}
        interval={0}
        tickFormatter={formatAxis}
      />
      <StateHatches model={model} plot={plot} />
      <Marks model={model} plot={plot} form={form} isolated={isolated} />
      <TargetMarks model={model} isolated={isolated} />
      <NoteMarks model={model} marks={notes} />
      <AxisBreak plot={plot} formatAxis={formatAxis} />
      <EndLabels labels={endLabels(props)} plot={plot} isolated={isolated} />
    </ComposedChart>
  )
}

export default memo(SeriesChart)
