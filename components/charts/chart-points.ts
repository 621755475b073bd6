import { type AxisChart, bucketCount, type ChartLine, type ChartModel } from "./chart-model"

/** A point of a line; `value` null is a gap. */
export interface ChartPoint {
  /** In buckets from the left edge: 0.5 is the middle of the first one. */
  readonly at: number
  readonly value: number | null
}

/** The most points that all lines of a chart are drawn from together. */
export const maxDrawn = 2000
const perColumn = 4
const perPixel = 2

/** How many points each of so many lines may have on so many pixels: two a pixel and 2,000 in all, 4 at least. */
export function pointBudget(lines: number, pixels: number): number {
  const all = Math.min(maxDrawn, Math.max(1, pixels) * perPixel)
  return Math.max(perColumn, Math.floor(all / Math.max(1, lines)))
}

/** Points as at most `budget` of them: each column of pixels keeps its first, lowest, highest and last one, and a gap as wide as a column stays one. */
export function reducePoints<Point extends Pick<ChartPoint, "value">>(
  points: readonly Point[],
  budget: number,
): readonly Point[] {
  if (points.length <= budget) return points
  const columns = Math.max(1, Math.floor(budget / perColumn))
  const startOf = (column: number) => Math.floor((column * points.length) / columns)
  return Array.from({ length: columns }, (_, column) => {
    const part = points.slice(startOf(column), startOf(column + 1))
    let [lowest, highest]: [Point?, Point?] = []
    for (const point of part) {
      if (point.value === null) continue
      if (point.value < (lowest?.value ?? Number.POSITIVE_INFINITY)) lowest = point
      if (point.value > (highest?.value ?? Number.NEGATIVE_INFINITY)) highest = point
    }
    const isKnown = ({ value }: Point) => value !== null
    const kept = new Set([part.find(isKnown) ?? part[0], lowest, highest, part.findLast(isKnown)])
    return part.filter((point) => kept.has(point))
  }).flat()
}

const pointsOf = (values: readonly (number | null)[]): ChartPoint[] =>
  values.map((value, index) => ({ at: index + 0.5, value }))

/** A line as it is drawn: its whole buckets, those that are not whole with their neighbours, and marks for what no line shows. */
export interface DrawnLine {
  readonly line: ChartLine
  readonly whole: readonly ChartPoint[]
  readonly partial: readonly ChartPoint[]
  /** Whole buckets alone between gaps. */
  readonly alone: readonly ChartPoint[]
  /** Buckets that are not whole, without their neighbours. */
  readonly hollow: readonly ChartPoint[]
}

const isNear = (partial: ReadonlySet<number>, index: number) =>
  partial.has(index) || partial.has(index - 1) || partial.has(index + 1)

/** What is drawn of a model's lines on so many pixels. */
export function drawLines({ lines }: Pick<ChartModel, "lines">, pixels: number): DrawnLine[] {
  const budget = pointBudget(lines.length, pixels)
  return lines.map((line) => {
    const { values } = line
    const partial = new Set([...line.partial].filter((index) => (values[index] ?? null) !== null))
    const only = (fits: (index: number) => boolean) =>
      pointsOf(values.map((value, index) => (fits(index) ? value : null)))
    const whole = reducePoints(
      only((index) => !partial.has(index)),
      budget,
    )
    const valueAt = (at: number) => whole[at]?.value ?? null
    const isAlone = (at: number) =>
      valueAt(at) !== null && valueAt(at - 1) === null && valueAt(at + 1) === null
    const near = only((index) => isNear(partial, index))
    return {
      line,
      whole,
      // A gap ends each run.
      partial: near.filter(
        ({ value }, at) => value !== null || (near[at - 1]?.value ?? null) !== null,
      ),
      alone: whole.filter((_, at) => isAlone(at)),
      hollow: only((index) => partial.has(index)).filter(({ value }) => value !== null),
    }
  })
}

/** The values of all lines at one place, in their order. */
export interface StackRow {
  readonly at: number
  /** Of buckets that are whole. */
  readonly whole: readonly (number | null)[]
  /** Of buckets that are not whole, and of their neighbours. */
  readonly partial: readonly (number | null)[]
}

/** The buckets of lines that are drawn on each other, so that each stack is whole: the extremes of the stack stay, and what is not whole with its neighbours. */
function stackBuckets({ lines }: Pick<ChartModel, "lines">, count: number, budget: number) {
  const isPartial = (index: number) => lines.some(({ partial }) => partial.has(index))
  const sizes = Array.from({ length: count }, (_, index) => {
    const known = lines.flatMap(({ values }) => values[index] ?? [])
    return {
      index,
      value: known.length === 0 ? null : known.reduce((sum, each) => sum + Math.abs(each), 0),
    }
  })
  const own = sizes
    .filter(({ index, value }) => value !== null && [index - 1, index, index + 1].some(isPartial))
    .slice(0, budget / 2)
  const kept =
    count <= budget ? sizes : new Set([...own, ...reducePoints(sizes, budget - own.length)])
  return [...kept].toSorted((one, other) => one.index - other.index)
}

/** What is drawn of lines as areas on each other, on so many pixels. A value that one of them lacks takes no room; a bucket alone between gaps is as wide as it is. */
export function stackRows(model: ChartModel, pixels: number): StackRow[] {
  const { lines } = model
  const buckets = stackBuckets(model, bucketCount(model), pointBudget(lines.length, pixels))
  const isPartial = (index: number) => lines.some(({ partial }) => partial.has(index))
  const isGap = (position: number) => (buckets[position]?.value ?? null) === null
  return buckets.flatMap(({ index }, position) => {
    const values = lines.map((line) => (isGap(position) ? null : (line.values[index] ?? 0)))
    const none = lines.map(() => null)
    const row = {
      whole: isPartial(index) ? none : values,
      partial: [index - 1, index, index + 1].some(isPartial) ? values : none,
    }
    const isAlone = !isGap(position) && isGap(position - 1) && isGap(position + 1)
    return (isAlone ? [index, index + 1] : [index + 0.5]).map((at) => ({ at, ...row }))
  })
}

/** How a model is drawn in its kind: bars that would be too narrow to see become lines, or areas on each other. */
export type Form = "lines" | "areas" | "bars" | "stackedBars" | "stackedAreas"

const leastBar = 2

/** In which form a kind of chart is drawn on so many pixels. */
export function formOf({ edges, lines }: ChartModel, kind: AxisChart, pixels: number): Form {
  if (kind === "line") return "lines"
  if (kind === "area") return "areas"
  const buckets = bucketCount({ edges })
  const beside = kind === "bar" ? Math.max(1, lines.length) : 1
  const isFine = pixels / buckets < leastBar * beside + 1 || buckets * lines.length > maxDrawn
  if (kind === "bar") return isFine ? "lines" : "bars"
  return isFine ? "stackedAreas" : "stackedBars"
}

/** How many values a model has, and how many of them are drawn in a form. */
export function countDrawn(model: ChartModel, form: Form, pixels: number) {
  const count = (values: readonly (number | null)[]) =>
    values.filter((value) => value !== null).length
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0)
  const all = sum(model.lines.map(({ values }) => count(values)))
  const isReduced = bucketCount(model) > pointBudget(model.lines.length, pixels)
  if (!isReduced || form === "bars" || form === "stackedBars") return { drawn: all, all }
  const drawn =
    form === "stackedAreas"
      ? sum(stackRows(model, pixels).map(({ whole }) => count(whole)))
      : sum(drawLines(model, pixels).map(({ whole }) => count(whole.map(({ value }) => value))))
  return { drawn, all }
}

/** From where to where each of one bucket's values reaches when they stand on each other, those below zero downwards; null where there is none. */
export function stackParts(values: readonly (number | null)[]) {
  let [up, down] = [0, 0]
  return values.map((value) => {
    if (value === null) return null
    const from = value < 0 ? down : up
    if (value < 0) down += value
    else up += value
    return { from, to: from + value }
  })
}
