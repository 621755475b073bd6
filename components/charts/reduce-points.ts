/** A point of a line; `value` null is a gap. */
export interface LinePoint {
  /** The bucket it stands for. */
  readonly index: number
  readonly time: number
  readonly value: number | null
}

/** The most points that all lines of a chart are drawn from together. */
export const maxDrawn = 2000
/** What is chosen of each column of pixels: its first, lowest, highest and last point. */
export const perColumn = 4
const perPixel = 2

/** How many points each of so many lines may have on so many pixels: two a pixel and 2,000 in all, 4 at least. */
export function pointBudget(lines: number, pixels: number): number {
  const all = Math.min(maxDrawn, Math.max(1, pixels) * perPixel)
  return Math.max(perColumn, Math.floor(all / Math.max(1, lines)))
}

interface Column {
  readonly first: number
  lowest: number
  highest: number
  last: number
}

function* columnsOf(points: readonly LinePoint[], count: number): Generator<Column | number> {
  const start = points[0]?.time ?? 0
  const span = (points.at(-1)?.time ?? start) - start || 1
  const columnAt = (time: number) =>
    Math.min(count - 1, Math.floor(((time - start) / span) * count))
  let at = 0
  while (at < points.length) {
    const from = at
    const column = columnAt(points[from]?.time ?? start)
    let chosen: Column | undefined
    for (; at < points.length && columnAt(points[at]?.time ?? start) === column; at += 1) {
      const value = points[at]?.value ?? null
      if (value === null) continue
      chosen ??= { first: at, lowest: at, highest: at, last: at }
      if (value < (points[chosen.lowest]?.value ?? value)) chosen.lowest = at
      if (value > (points[chosen.highest]?.value ?? value)) chosen.highest = at
      chosen.last = at
    }
    // A gap as wide as a column stays one; a narrower one could not be seen.
    yield chosen ?? from
  }
}

/**
 * Points, oldest first, as at most `budget` of them: where there are more, each column of pixels keeps its
 * first, lowest, highest and last one, so that all extremes of the whole are chosen, and a gap as wide as a
 * column stays a gap.
 */
export function reducePoints(points: readonly LinePoint[], budget: number): readonly LinePoint[] {
  if (points.length <= budget) return points
  const chosen: LinePoint[] = []
  for (const column of columnsOf(points, Math.max(1, Math.floor(budget / perColumn)))) {
    const positions =
      typeof column === "number"
        ? [column]
        : [...new Set([column.first, column.lowest, column.highest, column.last])].toSorted(
            (one, other) => one - other,
          )
    for (const position of positions) {
      const point = points[position]
      if (point) chosen.push(point)
    }
  }
  return chosen
}
