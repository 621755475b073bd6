import { expect, test } from "vitest"
import { type ChartSeries, chartRows } from "./chart-series"

const series = (key: string, line: ChartSeries["line"]): ChartSeries => ({
  ...{ key, label: key, kind: "line", dots: [] },
  line,
})

test("series meet in one row for each moment, oldest first, and a gap stays a gap", () => {
  const rows = chartRows([
    series("s0", [
      { time: 2, value: 20 },
      { time: 1, value: 10 },
    ]),
    series("s1", [{ time: 2, value: null }]),
  ])
  expect(rows).toEqual([
    { time: 1, s0: 10 },
    { time: 2, s0: 20, s1: null },
  ])
})
