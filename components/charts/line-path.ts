import { type PlotArea, xOf, yOf } from "./plot-area"
import type { LinePoint } from "./reduce-points"

const round = (pixels: number) => Math.round(pixels * 10) / 10

type Known = LinePoint & { readonly value: number }
const isKnown = (point: LinePoint): point is Known => point.value !== null

/** The stretches of a line between its gaps. */
export function runsOf(points: readonly LinePoint[]): (readonly Known[])[] {
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
export const linePath = (plot: PlotArea, points: readonly LinePoint[]): string =>
  runsOf(points)
    .filter(({ length }) => length > 1)
    .map((run) => `M${trace(plot, run)}`)
    .join("")

/** What lies between a line and zero as SVG path data. */
export function areaPath(plot: PlotArea, points: readonly LinePoint[]): string {
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
export function lonePoints(points: readonly LinePoint[]): readonly Known[] {
  const alone = runsOf(points).flatMap((run) => (run.length === 1 ? run : []))
  const zeros = points.filter((point): point is Known => point.value === 0)
  return zeros.length > 60 ? alone : [...new Set([...alone, ...zeros])]
}

/** A target's steps as SVG path data, one level from edge to edge. */
export function stepPath(
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
