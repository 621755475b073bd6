import type { ChartModel } from "./chart-model"
import type { DrawnLine } from "./draw-points"
import { LineGroup } from "./isolated-lines"
import { type PlotArea, xOf, yOf } from "./plot-area"
import type { LinePoint } from "./reduce-points"

const round = (pixels: number) => Math.round(pixels * 10) / 10

type Known = LinePoint & { readonly value: number }
const isKnown = (point: LinePoint): point is Known => point.value !== null

/** The runs of a line between its gaps. */
function runsOf(points: readonly LinePoint[]): (readonly Known[])[] {
  const runs: Known[][] = []
  let run: Known[] = []
  for (const point of points) {
    if (isKnown(point)) run.push(point)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  if (run.length > 0) runs.push(run)
  return runs
}

const trace = (plot: PlotArea, run: readonly Known[]) =>
  run.map(({ time, value }) => `${round(xOf(plot, time))},${round(yOf(plot, value))}`).join("L")

/** A line as SVG path data; gaps stay open. */
const linePath = (plot: PlotArea, points: readonly LinePoint[]): string =>
  runsOf(points)
    .filter(({ length }) => length > 1)
    .map((run) => `M${trace(plot, run)}`)
    .join("")

/** What lies between a line and zero as SVG path data. */
function areaPath(plot: PlotArea, points: readonly LinePoint[]): string {
  const base = round(yOf(plot, Math.min(Math.max(0, plot.scale.low), plot.scale.high)))
  return runsOf(points)
    .filter(({ length }) => length > 1)
    .map((run) => {
      const [from, to] = [run[0]?.time ?? 0, run.at(-1)?.time ?? 0]
      return `M${round(xOf(plot, from))},${base}L${trace(plot, run)}L${round(xOf(plot, to))},${base}Z`
    })
    .join("")
}

/** Points that no line shows: those alone between gaps, and those at zero, unless there are many. */
function lonePoints(points: readonly LinePoint[]): readonly Known[] {
  const alone = runsOf(points).flatMap((run) => (run.length === 1 ? run : []))
  const zeros = points.filter((point): point is Known => point.value === 0)
  return zeros.length > 60 ? alone : [...new Set([...alone, ...zeros])]
}

/** A target's steps as SVG path data, one level from edge to edge. */
function stepPath(
  plot: PlotArea,
  edges: readonly number[],
  values: readonly (number | null)[],
): string {
  let path = ""
  let before: number | null = null
  values.forEach((value, index) => {
    if (value !== null && value !== before) {
      const y = round(yOf(plot, value))
      path += before === null ? `M${round(xOf(plot, edges[index] ?? 0))},${y}` : `V${y}`
    }
    const after = values[index + 1] ?? null
    if (value !== null && after !== value) path += `H${round(xOf(plot, edges[index + 1] ?? 0))}`
    before = value
  })
  return path
}

export interface LineMarksProps {
  readonly lines: readonly DrawnLine[]
  readonly plot: PlotArea
  readonly filled: boolean
}

/** Lines over time: gaps stay open, buckets that are not whole are dashed and hollow. */
export function LineMarks({ lines, plot, filled }: LineMarksProps) {
  // What is compared lies below.
  const ordered = lines.toSorted(
    (one, other) => Number(other.line.isCompared) - Number(one.line.isCompared),
  )
  return ordered.map((drawn) => (
    <OneLine key={drawn.line.key} drawn={drawn} plot={plot} filled={filled} />
  ))
}

interface OneLineProps extends Omit<LineMarksProps, "lines"> {
  readonly drawn: DrawnLine
}

function OneLine({ drawn: { line, points, dashed }, plot, filled }: OneLineProps) {
  const { colour, dash, width } = line.style
  const hollow = dashed.filter(
    ({ index }) => !points.some((each) => each.index === index && each.value !== null),
  )
  return (
    <LineGroup line={line.key} fill="none" strokeLinejoin="round" strokeLinecap="round">
      {filled && !line.isCompared ? (
        <path d={areaPath(plot, points)} fill={colour} fillOpacity={0.14} />
      ) : null}
      <path
        d={linePath(plot, points)}
        stroke={colour}
        strokeWidth={width}
        {...(dash && { strokeDasharray: dash, strokeLinecap: "butt" })}
      />
      <path
        d={linePath(plot, dashed)}
        stroke={colour}
        strokeWidth={width}
        strokeDasharray="1 4"
        strokeOpacity={0.85}
      />
      {lonePoints(points).map(({ index, time, value }) => (
        <circle key={index} cx={xOf(plot, time)} cy={yOf(plot, value)} r={2.5} fill={colour} />
      ))}
      {hollow
        .slice(0, 60)
        .map(({ index, time, value }) =>
          value === null ? null : (
            <circle
              key={index}
              cx={xOf(plot, time)}
              cy={yOf(plot, value)}
              r={3}
              fill="var(--surface)"
              stroke={colour}
              strokeWidth={1.5}
            />
          ),
        )}
    </LineGroup>
  )
}

/** Targets as steps: level from edge to edge, up or down where a new one comes into force. */
export function TargetMarks({ model, plot }: { model: ChartModel; plot: PlotArea }) {
  return model.targets.map(({ key, style, values }) => (
    <LineGroup key={key} line={key}>
      <path
        d={stepPath(plot, model.edges, values)}
        fill="none"
        stroke={style.colour}
        strokeWidth={style.width}
        strokeDasharray={style.dash}
      />
    </LineGroup>
  ))
}
