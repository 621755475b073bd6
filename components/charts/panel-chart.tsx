import { AxisBreak } from "./axis-labels"
import { middleOf } from "./chart-model"
import { drawPoints } from "./draw-points"
import { TargetMarks } from "./line-marks"
import { type PlotArea, xOf, yOf } from "./plot-area"
import { Marks, type SeriesChartProps } from "./series-chart"
import { StateHatches, stateRuns } from "./state-hatches"

export interface PanelChartProps extends Omit<SeriesChartProps, "label"> {
  readonly plot: PlotArea
  /** What it is of, drawn above it in pictures of the chart. */
  readonly title: string
}

const maxMarks = 4

/** One of many small charts: the same marks on axes with few numbers. */
export function PanelChart(props: PanelChartProps) {
  const { model, kind, plot, width, height, ticks, title, formatAxis } = props
  const drawn = drawPoints(model, plot.width, kind)
  const step = Math.ceil(plot.scale.ticks.length / maxMarks)
  const marks = plot.scale.ticks.filter((_, at) => at % step === 0)
  const bottom = plot.top + plot.height
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      data-title={title}
      aria-hidden="true"
      className="recharts-surface block"
    >
      {marks.map((value) => (
        <g key={value}>
          <path
            d={`M${plot.left},${yOf(plot, value)}h${plot.width}`}
            stroke="var(--line)"
            fill="none"
          />
          <text
            x={plot.left - 8}
            y={yOf(plot, value)}
            textAnchor="end"
            dominantBaseline="central"
            fill="var(--ink-faint)"
            fontSize={11}
          >
            {formatAxis(value)}
          </text>
        </g>
      ))}
      {ticks.map(({ index, label }) => (
        <text
          key={index}
          x={xOf(plot, middleOf(model.edges, index))}
          y={bottom + 16}
          textAnchor="middle"
          fill="var(--ink-faint)"
          fontSize={11}
        >
          {label}
        </text>
      ))}
      <StateHatches model={model} runs={stateRuns(model)} plot={plot} />
      <Marks model={model} kind={kind} plot={plot} drawn={drawn} />
      <AxisBreak plot={plot} formatAxis={formatAxis} />
      <TargetMarks model={model} plot={plot} />
    </svg>
  )
}
