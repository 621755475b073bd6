import type { ChartModel } from "./chart-model"
import type { DrawnLine } from "./draw-points"
import { type PlotArea, xOf, yOf } from "./plot-area"
import type { StackPart } from "./stack-lines"

export interface BarMarksProps {
  readonly model: ChartModel
  readonly lines: readonly DrawnLine[]
  readonly plot: PlotArea
  /** Where each line's bars stand on each other; absent, they stand side by side. */
  readonly stacks?: readonly (readonly (StackPart | null)[])[] | undefined
}

const share = 0.82
const most = 64

interface Bar {
  readonly key: number
  readonly x: number
  readonly width: number
  readonly from: number
  readonly to: number
  readonly isPartial: boolean
}

/** Where the bars of a line stand. */
function barsOf({ model, lines, plot, stacks }: BarMarksProps, place: number): Bar[] {
  const { edges, partial } = model
  const drawn = lines[place]
  if (!drawn) return []
  const beside = stacks ? 1 : lines.length
  const indexes = new Set([...drawn.points, ...drawn.dashed].map(({ index }) => index))
  return [...indexes].flatMap((index) => {
    const value = drawn.line.values[index] ?? null
    const part = stacks ? stacks[place]?.[index] : value === null ? null : { from: 0, to: value }
    if (!part) return []
    const [left, right] = [xOf(plot, edges[index] ?? 0), xOf(plot, edges[index + 1] ?? 0)]
    const slot = Math.min(most * beside, Math.max(1, (right - left) * share))
    const width = slot / beside
    const x = (left + right) / 2 - slot / 2 + (stacks ? 0 : place * width)
    const isPartial = partial.has(index)
    return [
      { key: index, x, width: Math.max(0.8, width > 4 ? width - 1 : width), ...part, isPartial },
    ]
  })
}

/** Bars from zero, side by side or on each other; those of buckets that are not whole are pale and dashed. */
export function BarMarks(props: BarMarksProps) {
  const { lines, plot } = props
  return lines.map(({ line }, place) => (
    <g key={line.key} data-line={line.key}>
      {barsOf(props, place).map((bar) => (
        <BarMark
          key={bar.key}
          bar={bar}
          plot={plot}
          colour={line.look.colour}
          isCompared={line.isCompared}
        />
      ))}
    </g>
  ))
}

interface BarMarkProps {
  readonly bar: Bar
  readonly plot: PlotArea
  readonly colour: string
  readonly isCompared: boolean
}

function BarMark({ bar, plot, colour, isCompared }: BarMarkProps) {
  const { x, width, from, to, isPartial } = bar
  const [top, bottom] = [yOf(plot, Math.max(from, to)), yOf(plot, Math.min(from, to))]
  // A zero is there: it has a line on the axis.
  const height = Math.max(1.5, bottom - top)
  const opacity = isPartial ? 0.25 : isCompared ? 0.45 : 0.9
  return (
    <rect
      x={x}
      y={to < from ? top : bottom - height}
      width={width}
      height={height}
      rx={from === 0 && width > 8 && height > 4 ? 2 : 0}
      fill={colour}
      fillOpacity={opacity}
      {...(isPartial && width > 3 && { stroke: colour, strokeDasharray: "3 2", strokeWidth: 1 })}
      {...(!isPartial && isCompared && width > 3 && { stroke: colour, strokeWidth: 1 })}
    />
  )
}
