import { useMemo } from "react"
import { Area, Bar, Line, Rectangle, ReferenceArea, ReferenceLine, XAxis } from "recharts"
import { bucketCount, type ChartLine, type ChartModel, type ChartTarget } from "./chart-model"
import { drawLines, type Form, stackRows } from "./chart-points"
import type { PlotArea } from "./plot-area"

/** Keys of the highlighted lines; undefined if none is. */
type Isolated = ReadonlySet<string> | undefined

const isFaded = (isolated: Isolated, key: string) => isolated !== undefined && !isolated.has(key)

/** Attributes of every mark of a line: its key, and whether it is faded. */
const markOf = (key: string, isolated: Isolated) => ({
  isAnimationActive: false,
  activeDot: false,
  legendType: "none" as const,
  "data-line": key,
  ...(isFaded(isolated, key) && { "data-faded": true, opacity: 0.15 }),
})

export interface MarksProps {
  readonly model: ChartModel
  readonly plot: PlotArea
  readonly form: Form
  readonly isolated: Isolated
}

export function Marks(props: MarksProps) {
  if (props.form === "bars" || props.form === "stackedBars") return <Bars {...props} />
  return props.form === "stackedAreas" ? <StackedAreas {...props} /> : <Lines {...props} />
}

/**
 * Lines over time: gaps stay open, partial buckets are dashed and hollow, comparisons are drawn
 * below.
 */
function Lines({ model, plot, form, isolated }: MarksProps) {
  const drawn = useMemo(
    () =>
      drawLines(model, plot.width).toSorted(
        (one, other) => Number(other.line.isCompared) - Number(one.line.isCompared),
      ),
    [model, plot],
  )
  return drawn.map(({ line: { key, style, isCompared }, whole, partial, alone, hollow }) => {
    const { colour, dash, width } = style
    const mark = {
      ...markOf(key, isolated),
      dataKey: "value" as const,
      stroke: colour,
      strokeWidth: width,
    }
    const dots = { ...mark, strokeWidth: 0 }
    return [
      form === "areas" && !isCompared ? (
        <Area
          {...mark}
          key={`${key} area`}
          data={whole}
          dot={false}
          fill={colour}
          fillOpacity={0.14}
        />
      ) : (
        <Line
          {...mark}
          key={key}
          data={whole}
          dot={false}
          {...(dash && { strokeDasharray: dash })}
        />
      ),
      partial.length > 0 ? (
        <Line {...mark} key={`${key} partial`} data={partial} dot={false} strokeDasharray="1 4" />
      ) : null,
      alone.length > 0 ? (
        <Line {...dots} key={`${key} alone`} data={alone} dot={{ r: 2.5, fill: colour }} />
      ) : null,
      hollow.length > 0 && hollow.length <= 60 ? (
        <Line
          {...dots}
          key={`${key} hollow`}
          data={hollow}
          dot={{ r: 3, fill: "var(--surface)", stroke: colour, strokeWidth: 1.5 }}
        />
      ) : null,
    ]
  })
}

/** Stacked areas: open where no line has a value, pale and dashed for partial buckets. */
function StackedAreas({ model, isolated }: MarksProps) {
  const hasPartial = model.lines.some(({ partial }) => partial.size > 0)
  return model.lines.map(({ key, style: { colour } }, at) => {
    const mark = { ...markOf(key, isolated), dot: false, fill: colour }
    return [
      <Area
        {...mark}
        key={key}
        dataKey={`whole.${at}`}
        stackId="whole"
        fillOpacity={0.8}
        stroke="var(--surface)"
        strokeWidth={0.5}
      />,
      hasPartial ? (
        <Area
          {...mark}
          key={`${key} partial`}
          dataKey={`partial.${at}`}
          stackId="partial"
          fillOpacity={0.25}
          stroke={colour}
          strokeDasharray="3 2"
        />
      ) : null,
    ]
  })
}

const bars = "bars"

/**
 * Rows shared by a chart's lines: per bucket for bars, per position for stacked areas. Lines have
 * their own points.
 */
export function rowsOf(model: ChartModel, form: Form, pixels: number): readonly object[] {
  if (form === "stackedAreas") return stackRows(model, pixels)
  if (form === "lines" || form === "areas") return []
  return Array.from({ length: bucketCount(model) }, (_, index) => ({
    index,
    values: model.lines.map(({ values }) => values[index] ?? null),
  }))
}

/** Bars from zero, grouped or stacked; those of partial buckets are pale and dashed. */
function Bars({ model, form, isolated }: MarksProps) {
  return [
    <XAxis key={bars} xAxisId={bars} dataKey="index" type="category" hide />,
    ...model.lines.map((line, at) => (
      <Bar
        {...markOf(line.key, isolated)}
        key={line.key}
        xAxisId={bars}
        dataKey={`values.${at}`}
        fill={line.style.colour}
        stroke={line.style.colour}
        minPointSize={1.5}
        maxBarSize={64}
        {...(form === "stackedBars" && { stackId: bars })}
        shape={(bar: { index: number; width: number }) => (
          <Rectangle {...bar} {...barStyle(line, bar)} />
        )}
      />
    )),
  ]
}

/** Partial buckets and comparisons are paler; narrow bars have no outline. */
function barStyle(line: ChartLine, { index, width }: { index: number; width: number }) {
  const isPartial = line.partial.has(index)
  const isOutlined = (isPartial || line.isCompared) && width > 3
  return {
    fillOpacity: isPartial ? 0.25 : line.isCompared ? 0.45 : 0.9,
    strokeWidth: isOutlined ? 1 : 0,
    ...(isPartial && { strokeDasharray: "3 2" }),
  }
}

/** Each level of a target as a horizontal step, joined where a new target takes effect. */
function stepsOf({ values }: ChartTarget) {
  return values.flatMap((value, index) => {
    const isNew = value !== (values[index - 1] ?? null)
    const isLast = value !== (values[index + 1] ?? null)
    return [...(isNew ? [{ at: index, value }] : []), ...(isLast ? [{ at: index + 1, value }] : [])]
  })
}

/** Targets: a single line if constant, else steps. */
export function TargetMarks({ model, isolated }: Pick<MarksProps, "model" | "isolated">) {
  return model.targets.map((target) => {
    const { key, style, values } = target
    const stroke = {
      ...markOf(key, isolated),
      stroke: style.colour,
      strokeWidth: style.width,
      strokeDasharray: style.dash ?? "",
    }
    const [first = null] = values
    return first !== null && values.every((value) => value === first) ? (
      <ReferenceLine {...stroke} key={key} y={first} />
    ) : (
      <Line {...stroke} key={key} data={stepsOf(target)} dataKey="value" dot={false} />
    )
  })
}

/** A note's span in milliseconds since 1970, and its short label. */
export interface NoteMark {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** Converts a moment to buckets from the left edge. */
function placeOf(edges: readonly number[], moment: number): number {
  const after = edges.findIndex((edge) => edge > moment)
  if (after <= 0) return after === 0 ? 0 : edges.length - 1
  const [from = 0, to = 1] = edges.slice(after - 1, after + 1)
  return after - 1 + (moment - from) / (to - from)
}

interface NoteMarksProps extends Pick<MarksProps, "model"> {
  readonly marks: readonly NoteMark[]
}

/** Notes as bands over their days, labelled at the top. */
export function NoteMarks({ model: { edges }, marks }: NoteMarksProps) {
  return marks.map(({ name, from, to }) => {
    const [x1, x2] = [placeOf(edges, from), placeOf(edges, to)]
    return [
      <ReferenceArea key={name} x1={x1} x2={x2} fill="var(--accent)" fillOpacity={0.07} />,
      <ReferenceLine
        key={`${name} line`}
        x={(x1 + x2) / 2}
        stroke="var(--accent)"
        strokeDasharray="2 3"
        label={({ viewBox }: { viewBox: { x: number; y: number } }) => (
          <g data-note={name} transform={`translate(${viewBox.x} ${viewBox.y})`}>
            <circle r={8} fill="var(--accent)" />
            <text
              fill="var(--on-accent)"
              fontSize={11}
              fontWeight={600}
              textAnchor="middle"
              dominantBaseline="central"
            >
              {name}
            </text>
          </g>
        )}
      />,
    ]
  })
}
