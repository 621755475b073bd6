import { bucketCount, type ChartLine, type ChartModel, middleOf } from "./chart-model"
import { type LinePoint, pointBudget, reducePoints } from "./reduce-points"

/** A line as it is drawn: whole buckets as a line, those that are not whole as a dashed one. */
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
  ...{ index, value },
  time: middleOf(edges, index),
})

/** Each bucket that is not whole with its neighbours, so that a line leads to it. */
function dashedPoints({ values }: ChartLine, { edges, partial }: ChartModel): LinePoint[] {
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

/** Chooses what is drawn of a model on so many pixels: all of it, or so much that every extreme is kept. */
export function drawPoints(model: ChartModel, pixels: number): Drawn {
  const { edges, partial, lines } = model
  const budget = pointBudget(lines.length, pixels)
  const isMany = bucketCount(model) > budget
  const drawn = lines.map((line): DrawnLine => {
    const whole = line.values.map((value, index) =>
      pointAt(edges, index, partial.has(index) ? null : value),
    )
    const dashed = dashedPoints(line, model)
    return {
      line,
      points: reducePoints(whole, budget),
      dashed: isMany ? reducePoints(dashed, Math.max(4, Math.floor(budget / 10))) : dashed,
    }
  })
  const all = lines.reduce(
    (sum, { values }) => values.reduce<number>((own, value) => own + Number(value !== null), sum),
    0,
  )
  const shown = drawn.reduce((sum, { points }) => sum + countValues(points), 0)
  return { lines: drawn, drawn: isMany ? shown : all, all }
}
