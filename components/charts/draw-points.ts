import {
  type AxisChart,
  bucketCount,
  type ChartLine,
  type ChartModel,
  middleOf,
} from "./chart-model"
import { type LinePoint, perColumn, pointBudget, reducePoints } from "./reduce-points"

type Values = readonly (number | null)[]

/** What lines have in each bucket together, null where none has a value. */
const across = (lines: readonly Values[], join: (one: number, other: number) => number): Values =>
  (lines[0] ?? []).map((_, index) =>
    lines.reduce<number | null>((joined, values) => {
      const value = values[index] ?? null
      return value === null || joined === null ? (value ?? joined) : join(joined, value)
    }, null),
  )

const only = (values: Values, clip: (value: number, zero: number) => number): Values =>
  values.map((value) => (value === null ? null : clip(value, 0)))

/** By what the buckets are chosen, the weightiest first: tops and bottoms of stacks, or the highest and the lowest bar. */
function tracesOf(lines: readonly Values[], kind: AxisChart): readonly Values[] {
  if (kind !== "stacked")
    return lines.length > 1 ? [across(lines, Math.max), across(lines, Math.min)] : lines
  const sum = (clip: typeof Math.max) =>
    across(
      lines.map((values) => only(values, clip)),
      (one, other) => one + other,
    )
  const bottoms = sum(Math.min)
  return bottoms.some((value) => value !== null && value < 0)
    ? [sum(Math.max), bottoms]
    : [sum(Math.max)]
}

/** Intervals without any value between buckets with one, each with the two beside it; of more than `max` the widest, alike ones alike. */
function widestGaps(trace: Values, max: number): readonly (readonly [number, number])[] {
  const gaps: [number, number][] = []
  let before: number | undefined
  trace.forEach((value, index) => {
    if (value === null) return
    if (before !== undefined && index > before + 1) gaps.push([before, index])
    before = index
  })
  const width = ([from, to]: readonly [number, number]) => to - from
  const leftOut = gaps.map(width).toSorted((one, other) => other - one)[max]
  return leftOut === undefined ? gaps : gaps.filter((gap) => width(gap) > leftOut)
}

/** Where a line is lowest and where it is highest. */
function extremesOf(values: Values): readonly number[] {
  const known = values.filter((value) => value !== null)
  const ends = [Math.max, Math.min].map((choose) =>
    known.reduce((a, b) => choose(a, b), known[0] ?? 0),
  )
  return ends.map((end) => values.indexOf(end)).filter((index) => index >= 0)
}

/** Buckets with a value that are not whole, each with the two beside it, so that it is not drawn wider than it is. */
const partialOf = ({ lines }: ChartModel): readonly number[] =>
  lines.flatMap(({ values, partial }) =>
    [...partial].flatMap((index) =>
      (values[index] ?? null) === null ? [] : [index - 1, index, index + 1],
    ),
  )

/**
 * The buckets in which all lines are drawn, oldest first, at most `budget` of them. Where there are more, half
 * is for those that are not whole, the widest gaps and the extremes of each line, as far as it reaches; the
 * rest for the extremes of each column of pixels, of the stack or of the bars beside each other.
 */
function keepBuckets(model: ChartModel, kind: AxisChart, budget: number): readonly number[] {
  const count = bucketCount(model)
  if (count <= budget) return Array.from({ length: count }, (_, index) => index)
  const lines = model.lines.map(({ values }) => values)
  const traces = tracesOf(lines, kind).slice(0, Math.max(1, Math.floor(budget / perColumn)))
  const room = Math.min(Math.floor(budget / 2), budget - perColumn * traces.length)
  // Three buckets a gap; a third of the room is left for extremes.
  const gaps = widestGaps(traces[0] ?? [], Math.floor((room * 2) / 9))
  const wanted = [
    ...partialOf(model).filter((index) => index >= 0 && index < count),
    ...gaps.flatMap(([from, to]) => [from, from + 1, to]),
    ...[...traces, ...lines].flatMap(extremesOf),
  ]
  const own = [...new Set(wanted)].slice(0, room)
  const points = traces.map((trace) =>
    trace.map((value, index) => ({ index, value, time: middleOf(model.edges, index) })),
  )
  const withColumns = (each: number) =>
    new Set([...own, ...points.flatMap((of) => reducePoints(of, each).map(({ index }) => index))])
  // Traces often have their extremes in the same buckets: the most that fits is found by trying.
  let each = budget - own.length
  let buckets = withColumns(each)
  while (buckets.size > budget) {
    each = Math.floor(each * 0.9)
    buckets = withColumns(each)
  }
  return [...buckets].toSorted((one, other) => one - other)
}

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
  const buckets = keepBuckets(model, kind, budget)
  return model.lines.map((line) => ({
    line,
    dashed: [],
    points: buckets.map((index) => pointAt(model.edges, index, line.values[index] ?? null)),
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
