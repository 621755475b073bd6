import type { DrawnLine } from "./draw-points"
import { type PlotArea, xOf, yOf } from "./plot-area"
import { stackLines } from "./stack-lines"

const round = (pixels: number) => Math.round(pixels * 10) / 10

/** Groups on each other as areas, where there are too many buckets for bars; what is missing takes no room. */
export function StackedAreas({ lines, plot }: { lines: readonly DrawnLine[]; plot: PlotArea }) {
  const times = new Map(
    lines.flatMap(({ points }) => points.map(({ index, time }) => [index, time] as const)),
  )
  const kept = [...times].toSorted(([one], [other]) => one - other)
  const stacks = stackLines(lines.map(({ line }) => line.values.map((value) => value ?? 0)))
  return lines.map(({ line }, place) => {
    const at = (index: number) => stacks[place]?.[index] ?? { from: 0, to: 0 }
    const trace = (end: "from" | "to") =>
      kept.map(([index, time]) => `${round(xOf(plot, time))},${round(yOf(plot, at(index)[end]))}`)
    return (
      <path
        key={line.key}
        data-line={line.key}
        d={`M${trace("to").join("L")}L${trace("from").toReversed().join("L")}Z`}
        fill={line.look.colour}
        fillOpacity={0.8}
        stroke="var(--surface)"
        strokeWidth={0.5}
      />
    )
  })
}
