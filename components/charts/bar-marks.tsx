import type { ChartModel } from "./chart-model"
import type { DrawnLine } from "./draw-points"
import { LineGroup } from "./isolated-lines"
import { type PlotArea, xOf, yOf } from "./plot-area"
import type { StackPart } from "./stacked-areas"

export interface BarMarksProps {
  readonly model: ChartModel
  readonly lines: readonly DrawnLine[]
  readonly plot: PlotArea
  /** Where each line's bars are stacked; absent, they are side by side. */
  readonly stacks?: readonly (readonly (StackPart | null)[])[] | undefined
}

const share = 0.82
const maxWidth = 64

/** Where the slot of a bucket begins and ends, as indexes of edges. */
type Slots = ReadonlyMap<number, readonly [number, number]>

interface Bar {
  readonly key: number
  readonly x: number
  readonly width: number
  readonly from: number
  readonly to: number
  readonly isPartial: boolean
}

/** The slots of the drawn buckets; what is left out between two of them is shared by both, what has no value by none. */
function slotsOf(lines: readonly DrawnLine[]): Slots {
  const drawnIndexes = lines[0]?.points.map(({ index }) => index) ?? []
  const isLeftOut = (index: number, from: number, to: number) =>
    index > from && index < to && lines.some(({ line }) => (line.values[index] ?? null) !== null)
  return new Map(
    drawnIndexes.map((index, at) => {
      const before = drawnIndexes[at - 1] ?? index
      const after = drawnIndexes[at + 1] ?? index
      let [from, to] = [index, index + 1]
      while (from - 1 > (before + index) / 2 && isLeftOut(from - 1, before, index)) from -= 1
      while (to <= (index + after) / 2 && isLeftOut(to, index, after)) to += 1
      return [index, [from, to]]
    }),
  )
}

/** Where the bars of a line are. */
function barsOf(
  { model: { edges }, lines, plot, stacks }: BarMarksProps,
  slots: Slots,
  order: number,
): Bar[] {
  const drawn = lines[order]
  if (!drawn) return []
  const beside = stacks ? 1 : lines.length
  return drawn.points.flatMap(({ index, value }) => {
    const part = stacks ? stacks[order]?.[index] : value === null ? null : { from: 0, to: value }
    if (!part) return []
    const [from, to] = slots.get(index) ?? [index, index + 1]
    const [left, right] = [xOf(plot, edges[from] ?? 0), xOf(plot, edges[to] ?? 0)]
    const slot = Math.min(maxWidth * beside, Math.max(1, (right - left) * share))
    const width = slot / beside
    const x = (left + right) / 2 - slot / 2 + (stacks ? 0 : order * width)
    const isPartial = drawn.line.partial.has(index)
    return [
      { key: index, x, width: Math.max(0.8, width > 4 ? width - 1 : width), ...part, isPartial },
    ]
  })
}

/** Bars from zero, side by side or on each other; those of buckets that are not whole are pale and dashed. */
export function BarMarks(props: BarMarksProps) {
  const { lines, plot } = props
  const slots = slotsOf(lines)
  return lines.map(({ line }, order) => (
    <LineGroup key={line.key} line={line.key}>
      {barsOf(props, slots, order).map((bar) => (
        <BarMark
          key={bar.key}
          bar={bar}
          plot={plot}
          colour={line.style.colour}
          isCompared={line.isCompared}
        />
      ))}
    </LineGroup>
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
