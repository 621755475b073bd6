"use client"

import { memo, useMemo } from "react"
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts"
import { AxisBreak, type EndLabel, EndLabels } from "./axis-labels"
import { BarMarks } from "./bar-marks"
import {
  type AxisChart,
  bucketCount,
  type ChartLine,
  type ChartModel,
  middleOf,
  shownLines,
} from "./chart-model"
import { type Drawn, drawPoints } from "./draw-points"
import { LineMarks, TargetMarks } from "./line-marks"
import { type NoteMark, NoteMarks } from "./note-marks"
import type { PlotArea } from "./plot-area"
import { valueScale } from "./plot-area"
import { StackedAreas, type StackPart, stackLines } from "./stacked-areas"
import { StateHatches, type StateRun, stateRuns } from "./state-hatches"

/** A name on the axis of time. */
export interface ChartTick {
  readonly index: number
  readonly label: string
}

export interface SeriesChartProps {
  readonly model: ChartModel
  readonly kind: AxisChart
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly ticks: readonly ChartTick[]
  /** The chart's name, read aloud. */
  readonly label: string
  /** Writes a number on the axis of values. */
  readonly formatAxis: (value: number) => string
  /** What is noted beside days. */
  readonly notes?: readonly NoteMark[]
}

const axisHeight = 28
const axisWidth = 56
const roomForLabels = 148
const minWidthForLabels = 640
const top = 14
const right = 14

const axis = { stroke: "var(--line-strong)", tickLine: false, tickMargin: 8 } as const
const tick = { fill: "var(--ink-faint)", fontSize: 12 } as const

const sharesOneGroup = ({ lines }: ChartModel) =>
  lines.filter(({ isCompared }) => !isCompared).length <= 1

/** Which lines are named at their ends, where there is room; all others need a legend. */
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

function* valuesOf(
  lines: readonly ChartLine[],
  { targets }: ChartModel,
  stacks: readonly (readonly (StackPart | null)[])[] | undefined,
): Generator<number> {
  for (const { values } of [...lines, ...targets])
    for (const value of values) if (value !== null) yield value
  for (const stack of stacks ?? []) for (const part of stack) if (part) yield part.to
}

/** Where a chart of that size draws. */
export function plotOf(
  props: Omit<SeriesChartProps, "ticks" | "label" | "formatAxis" | "notes">,
): PlotArea {
  const { model, kind, width, height } = props
  const lines = shownLines(model, kind)
  const stacks = kind === "stacked" ? stackLines(lines.map(({ values }) => values)) : undefined
  const hasNames = namesAtEnds(model, kind, width).length > 0 || hasTargetNames(model, width)
  const left = axisWidth
  return {
    left,
    top,
    height: Math.max(1, height - top - axisHeight),
    width: Math.max(1, width - left - (hasNames ? roomForLabels : right)),
    from: model.edges[0] ?? 0,
    to: model.edges.at(-1) ?? 1,
    scale: valueScale(valuesOf(lines, model, stacks), kind !== "line"),
  }
}

const hasTargetNames = ({ targets }: ChartModel, width: number) =>
  targets.length > 0 && width >= minWidthForLabels

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

interface MarksProps extends Pick<SeriesChartProps, "model" | "kind"> {
  readonly plot: PlotArea
  readonly drawn: Drawn
}

/** The lines of a model in the form of its kind; stacks that are too many or too narrow for bars are areas. */
export function Marks({ model, kind, plot, drawn }: MarksProps) {
  const { lines } = drawn
  if (kind === "line" || kind === "area")
    return <LineMarks lines={lines} plot={plot} filled={kind === "area"} />
  if (kind === "bar") return <BarMarks model={model} lines={lines} plot={plot} />
  const values = lines.map(({ line }) => line.values)
  const isFine = plot.width / bucketCount(model) < 3 || drawn.drawn < drawn.all
  return isFine ? (
    <StackedAreas edges={model.edges} lines={lines} plot={plot} />
  ) : (
    <BarMarks model={model} lines={lines} plot={plot} stacks={stackLines(values)} />
  )
}

/** A model drawn on axes: numbers over a numeric axis of time, from at most two points a pixel and 2,000 in all. */
function SeriesChart(props: SeriesChartProps) {
  const { model, kind, width, height, ticks, label, formatAxis, notes = [] } = props
  const plot = useMemo(() => plotOf({ model, kind, width, height }), [model, kind, width, height])
  const drawn = useMemo(
    () => drawPoints({ ...model, lines: shownLines(model, kind) }, plot.width, kind),
    [model, kind, plot],
  )
  const runs = stateRuns(model)
  const isStrip = ({ isWhole }: StateRun) => !isWhole
  const names = new Map(ticks.map((each) => [middleOf(model.edges, each.index), each.label]))
  return (
    <ComposedChart
      width={width}
      height={height}
      data={[{ time: plot.from }, { time: plot.to }]}
      margin={{ top, right: width - plot.left - plot.width, bottom: 0, left: 0 }}
      title={label}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...axis}
        dataKey="time"
        type="number"
        scale="time"
        height={axisHeight}
        domain={[plot.from, plot.to]}
        allowDataOverflow
        ticks={[...names.keys()]}
        interval={0}
        tick={tick}
        tickFormatter={(time: number) => names.get(time) ?? ""}
      />
      <YAxis
        {...axis}
        axisLine={false}
        width={axisWidth}
        tick={tick}
        type="number"
        domain={[plot.scale.low, plot.scale.high]}
        allowDataOverflow
        ticks={[...plot.scale.ticks]}
        interval={0}
        tickFormatter={formatAxis}
      />
      <StateHatches model={model} runs={runs.filter((run) => !isStrip(run))} plot={plot} />
      <Marks model={model} kind={kind} plot={plot} drawn={drawn} />
      {/* What stands on the axis would hide the strips below it. */}
      <StateHatches model={model} runs={runs.filter(isStrip)} plot={plot} />
      <AxisBreak plot={plot} formatAxis={formatAxis} />
      <TargetMarks model={model} plot={plot} />
      <EndLabels labels={endLabels(props)} plot={plot} />
      <NoteMarks marks={notes} plot={plot} />
    </ComposedChart>
  )
}

export default memo(SeriesChart)
