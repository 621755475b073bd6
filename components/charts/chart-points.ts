import { type AxisChart, bucketCount, type ChartLine, type ChartModel } from "./chart-model"

/** A point of a line; a null `value` is a gap. */
export interface ChartPoint {
  /** In buckets from the left edge: 0.5 is the middle of the first bucket. */
  readonly at: number
  readonly value: number | null
}

/** The most points drawn in a chart, over all lines. */
export const maxDrawn = 2000
const perColumn = 4
const perPixel = 2

/** The most points per line: two a pixel and 2,000 in all, but at least 4. */
export function pointBudget(lines: number, pixels: number): number {
  const all = Math.min(maxDrawn, Math.max(1, pixels) * perPixel)
  return Math.max(perColumn, Math.floor(all / Math.max(1, lines)))
}

/**
 * Reduces points to `budget`: each pixel column keeps its first, lowest, highest and last point,
 * and any gap as wide as a column.
 */
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

/**
 * A line's drawn parts: whole buckets, partial buckets with their neighbours, and marks for
 * isolated points.
 */
export interface DrawnLine {
  readonly line: ChartLine
  readonly whole: readonly ChartPoint[]
  readonly partial: readonly ChartPoint[]
  /** Whole buckets isolated between gaps. */
  readonly alone: readonly ChartPoint[]
  /** Partial buckets, without their neighbours. */
  readonly hollow: readonly ChartPoint[]
}

const isNear = (partial: ReadonlySet<number>, index: number) =>
  partial.has(index) || partial.has(index - 1) || partial.has(index + 1)

/** The drawn parts of a model's lines, for a width in pixels. */
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

/** The values of all lines at one position, in order. */
export interface StackRow {
  readonly at: number
  /** Values of whole buckets. */
  readonly whole: readonly (number | null)[]
  /** Values of partial buckets and their neighbours. */
  readonly partial: readonly (number | null)[]
}

/**
 * The buckets to draw in a stack: those with the extremes of the total, and partial ones with their
 * neighbours.
 */
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

/**
 * Rows of stacked areas, for a width in pixels. A missing value takes no room; an isolated bucket
 * keeps its full width.
 */
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

/** How a model is drawn: bars that would be too narrow become lines or stacked areas. */
export type Form = "lines" | "areas" | "bars" | "stackedBars" | "stackedAreas"

const leastBar = 2

export function formOf({ edges, lines }: ChartModel, kind: AxisChart, pixels: number): Form {
  if (kind === "line") return "lines"
  if (kind === "area") return "areas"
  const buckets = bucketCount({ edges })
  const beside = kind === "bar" ? Math.max(1, lines.length) : 1
  const isFine = pixels / buckets < leastBar * beside + 1 || buckets * lines.length > maxDrawn
  if (kind === "bar") return isFine ? "lines" : "bars"
  return isFine ? "stackedAreas" : "stackedBars"
}

/** The number of values in a model, and how many a form draws. */
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

/**
 * The extent of each stacked value of a bucket, with negative ones downwards; null without a value.
 */
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
