import { expect, test } from "vitest"
import { type FiguresRow, pressingFigures, sortFigures } from "./figures"

const delta = (value: number, before: number) => ({
  ...{ value, before, count: 30, from: 0, to: 1 },
})

function row(name: string, value?: number, before = 0, due?: number): FiguresRow {
  const dataSet = { id: name, name, measure: "sum" as const, hasTargets: false }
  if (value === undefined) return { dataSet, figures: undefined, until: null, course: undefined }
  const target = due === undefined ? undefined : { value, target: due }
  const figures = {
    ...{ month: "2026-10-01", value, change: delta(value, before), yearChange: undefined },
    target: target && { ...target, days: 31, reached: 0, buckets: 0 },
    direction: "neutral" as const,
  }
  return { dataSet, figures, until: value, course: undefined }
}
const rows = [
  row("Waste"),
  row("Visits", 90, 100, 80),
  row("Sales", 30, 20, 40),
  row("Hours", 5, 0),
]
const names = (column: Parameters<typeof sortFigures>[1]["column"], isDescending: boolean) =>
  sortFigures(rows, { column, isDescending }, "en").map(({ dataSet }) => dataSet.name)

test("Data sets are sorted by a column, and those without a figure come last by name.", () => {
  expect(names("name", false)).toEqual(["Hours", "Sales", "Visits", "Waste"])
  expect(names("name", true)).toEqual(["Waste", "Visits", "Sales", "Hours"])
  expect(names("value", true)).toEqual(["Visits", "Sales", "Hours", "Waste"])
  expect(names("change", true)).toEqual(["Sales", "Visits", "Hours", "Waste"])
  expect(names("change", false)).toEqual(["Visits", "Sales", "Hours", "Waste"])
  expect(names("target", false)).toEqual(["Sales", "Visits", "Hours", "Waste"])
  expect(names("dataTo", true)).toEqual(["Visits", "Sales", "Hours", "Waste"])
})

test("Data sets below target come first, then those with the largest change.", () => {
  const ordered = pressingFigures([...rows, row("Stock", 70, 70, 100)])
  expect(ordered.map(({ dataSet }) => dataSet.name)).toEqual([
    "Stock",
    "Sales",
    "Visits",
    "Waste",
    "Hours",
  ])
})
