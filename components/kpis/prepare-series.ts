import type { Row } from "@/lib/catalogue"
import type { ChartSeries } from "../charts/chart-series"

/** A data point (specification 2.14) as a chart and its table read it; `value` null was lost. */
export interface KpiPoint {
  readonly time: number
  readonly value: number | null
  readonly label: string | null
  readonly departmentId: string | null
}

/** Reads rows of data points; those without a readable time are left out. */
export function readPoints(rows: readonly Row[]): KpiPoint[] {
  return rows
    .map((row) => ({
      time: Date.parse(`${row["timeStamp"] ?? ""}`),
      value: typeof row["value"] === "number" ? row["value"] : null,
      label: typeof row["label"] === "string" ? row["label"] : null,
      departmentId: typeof row["departmentId"] === "string" ? row["departmentId"] : null,
    }))
    .filter(({ time }) => !Number.isNaN(time))
}

/** The words for points without a label, and for all labels beyond the largest. */
export interface SeriesTexts {
  readonly unlabelled: string
  readonly rest: string
}

const isKnown = (value: number | null): value is number => value !== null

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** The average of the known points of each moment; a moment with none is a gap, not a zero. */
function averageByTime(points: readonly KpiPoint[]): ChartSeries["line"] {
  return [...groupBy(points, ({ time }) => time)]
    .map(([time, group]) => {
      const known = group.map(({ value }) => value).filter(isKnown)
      const sum = known.reduce((total, value) => total + value, 0)
      return { time, value: known.length > 0 ? sum / known.length : null }
    })
    .toSorted((a, b) => a.time - b.time)
}

const dotsOf = (points: readonly KpiPoint[]): ChartSeries["dots"] =>
  points.flatMap(({ time, value }) => (value === null ? [] : [{ time, value }]))

/**
 * One line for each label, those with most points first and at most `most`; the points of all further
 * labels are a rest of dots, because a line through several labels would mean nothing.
 */
export function prepareSeries(
  points: readonly KpiPoint[],
  texts: SeriesTexts,
  most = 6,
): ChartSeries[] {
  const groups = [...groupBy(points, ({ label }) => label)].toSorted(
    ([a, left], [b, right]) => right.length - left.length || `${a}`.localeCompare(`${b}`),
  )
  const lines = groups.slice(0, most).map(([label, group], index) => ({
    key: `s${index}`,
    label: label ?? texts.unlabelled,
    kind: "line" as const,
    line: averageByTime(group),
    dots: dotsOf(group),
  }))
  const rest = groups.slice(most).flatMap(([, group]) => group)
  if (rest.length === 0) return lines
  return [...lines, { key: "rest", label: texts.rest, kind: "rest", line: [], dots: dotsOf(rest) }]
}

/** Whether some moment of a label has several points, so that its line is an average. */
export const isAveraged = (points: readonly KpiPoint[]): boolean =>
  groupBy(points, ({ label, time }) => `${time} ${label}`).size < points.length
