/** A line of a chart, with the points it was drawn from. */
export interface ChartSeries {
  /** Short and unique within the chart. */
  readonly key: string
  readonly label: string
  /** A rest of many small series has points but no line. */
  readonly kind: "line" | "rest"
  /** `value` null is a gap. */
  readonly line: readonly { readonly time: number; readonly value: number | null }[]
  readonly dots: readonly { readonly time: number; readonly value: number }[]
}

/** How each series looks: told apart by colour and by the line's pattern. */
export const seriesLooks = [
  { colour: "var(--series-1)", dash: undefined },
  { colour: "var(--series-2)", dash: "6 3" },
  { colour: "var(--series-3)", dash: "2 3" },
  { colour: "var(--series-4)", dash: "10 3 2 3" },
  { colour: "var(--series-5)", dash: "4 2" },
  { colour: "var(--series-6)", dash: "1 4" },
] as const

const restLook = { colour: "var(--series-rest)", dash: undefined } as const

/** The look of the series at that place; the rest is grey. */
export const lookOf = (series: ChartSeries, index: number) =>
  series.kind === "rest" ? restLook : (seriesLooks[index % seriesLooks.length] ?? restLook)

/** The rows that a chart draws its lines from: one for each moment, a column for each series. */
export function chartRows(series: readonly ChartSeries[]): Record<string, number | null>[] {
  const rows = new Map<number, Record<string, number | null>>()
  for (const { key, line } of series)
    for (const { time, value } of line) rows.set(time, { ...rows.get(time), time, [key]: value })
  return [...rows.values()].toSorted((a, b) => (a["time"] ?? 0) - (b["time"] ?? 0))
}
