import { expect, test } from "vitest"
import type { MonthFigures } from "@/lib/client"
import { type FiguresRow, sortFigures } from "./figures-table"

const row = (name: string, figures?: Partial<MonthFigures>): FiguresRow => ({
  dataSet: { id: name, name, goal: { measure: "sum", targets: [] } },
  answer: undefined,
  figures: figures && {
    month: "2026-10-01",
    value: null,
    state: "v",
    before: null,
    yearBefore: null,
    due: null,
    ...figures,
  },
})
const rows = [
  row("Waste"),
  row("Visits", { value: 90, before: 100, due: 80 }),
  row("Sales", { value: 30, before: 20, due: 40 }),
  row("Hours", { value: 5, before: 0 }),
]
const names = (column: Parameters<typeof sortFigures>[1]["column"], isDescending: boolean) =>
  sortFigures(rows, { column, isDescending }, "en").map(({ dataSet }) => dataSet.name)

test("Data sets are in the order of a column, those without a figure last by name either way.", () => {
  expect(names("name", false)).toEqual(["Hours", "Sales", "Visits", "Waste"])
  expect(names("name", true)).toEqual(["Waste", "Visits", "Sales", "Hours"])
  expect(names("value", true)).toEqual(["Visits", "Sales", "Hours", "Waste"])
  expect(names("change", true)).toEqual(["Sales", "Visits", "Hours", "Waste"])
  expect(names("change", false)).toEqual(["Visits", "Sales", "Hours", "Waste"])
  expect(names("target", false)).toEqual(["Sales", "Visits", "Hours", "Waste"])
})
