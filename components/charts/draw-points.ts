import {
  type AxisChart,
  bucketCount,
  type ChartLine,
  type ChartModel,
  middleOf,
} from "./chart-model"
import { keepBuckets } from "./keep-buckets"
import { type LinePoint, pointBudget, reducePoints } from "./reduce-points"

/** A line as it is drawn: whole buckets as a line, those that are not whole as a dashed one; bars and stacks have all in `points`. */
export interface DrawnLine {
  readonly line: ChartLine
  readonly points: readonly LinePoint[]
  readonly dashed: readonly LinePoint[]
}

/** What is drawn of a model, and how many points of how many that is. */
export interface Drawn {
  readonly lines: readonly DrawnLine[]
  readonly drawn: number
  readonly all: number
}

const pointAt = (edges: readonly number[], index: number, value: number | null): LinePoint => ({
  index,
  value,
  time: middleOf(edges, index),
})

/** Each bucket that is not whole with its neighbours, so that a line leads to it. */
function dashedPoints({ values, partial }: ChartLine, edges: readonly number[]): LinePoint[] {
  const points: LinePoint[] = []
  for (const index of [...partial].toSorted((one, other) => one - other)) {
    if ((values[index] ?? null) === null) continue
    const isApart = points.length > 0 && (points.at(-1)?.index ?? 0) < index - 1
    if (isApart) points.push(pointAt(edges, index - 1, null))
    for (const at of [index - 1, index, index + 1]) {
      const isNew = at >= 0 && at < values.length && at > (points.at(-1)?.index ?? -1)
      const isSame = isApart && at === index - 1
      if (isNew || isSame) points.push(pointAt(edges, at, values[at] ?? null))
    }
  }
  return points
}

const countValues = (points: readonly LinePoint[]) =>
  points.reduce((sum, { value }) => (value === null ? sum : sum + 1), 0)

/** Each line reduced by itself. */
function drawApart({ edges, lines }: ChartModel, budget: number): DrawnLine[] {
  const isMany = bucketCount({ edges }) > budget
  return lines.map((line) => {
    const whole = line.values.map((value, index) =>
      pointAt(edges, index, line.partial.has(index) ? null : value),
    )
    const dashed = dashedPoints(line, edges)
    return {
      line,
      points: reducePoints(whole, budget),
      dashed: isMany ? reducePoints(dashed, Math.max(4, Math.floor(budget / 10))) : dashed,
    }
  })
}

/** All lines in the same buckets, so that each stack and each group of bars is whole. */
function drawTogether(model: ChartModel, kind: AxisChart, budget: number): DrawnLine[] {
  const kept = keepBuckets(model, kind, budget)
  return model.lines.map((line) => ({
    line,
    dashed: [],
    points: kept.map((index) => pointAt(model.edges, index, line.values[index] ?? null)),
  }))
}

/** Chooses what is drawn of a model on so many pixels: all of it, or so much that the extremes are kept, of each line or of the stack. */
export function drawPoints(model: ChartModel, pixels: number, kind: AxisChart = "line"): Drawn {
  const budget = pointBudget(model.lines.length, pixels)
  const isTogether = kind === "bar" || kind === "stacked"
  const lines = isTogether ? drawTogether(model, kind, budget) : drawApart(model, budget)
  const all = model.lines.reduce(
    (sum, { values }) => values.reduce<number>((own, value) => own + Number(value !== null), sum),
    0,
  )
  const shown = lines.reduce((sum, { points }) => sum + countValues(points), 0)
  return { lines, drawn: bucketCount(model) > budget ? shown : all, all }
}
