import { expect, test } from "vitest"
import { bucketEdges } from "@/lib/catalogue"
import { cellBeside, heatCellAt, heatLayout, weekLayout } from "./heat-cells"

const zone = "Europe/Copenhagen"
const model = (from: string, to: string, bucket: "day" | "hour", lines = 1) => {
  const edges = bucketEdges({ from, to }, bucket, zone)
  const line = {
    group: "",
    label: "",
    isCompared: false,
    style: { colour: "red", width: 1 },
    states: "",
  }
  return {
    edges,
    targets: [],
    lines: Array.from({ length: lines }, (_, key) => ({
      ...line,
      key: `${key}`,
      values: [],
      partial: new Set<number>(),
    })),
  }
}

test("days of one group form week columns that start on Monday", () => {
  // 2026-11-04 is a Wednesday.
  const { by, rows, columns, cells } = heatLayout(
    model("2026-11-04", "2026-11-10", "day"),
    "day",
    zone,
  )
  expect({ by, rows, columns }).toEqual({ by: "weekday", rows: 7, columns: 2 })
  expect(cells[0]).toEqual({ column: 0, row: 2, height: 1, index: 0, line: 0 })
  expect(cells.at(-1)).toEqual({ column: 1, row: 1, height: 1, index: 6, line: 0 })
})

test("hours of one group form day columns and keep the extra hour when clocks go back", () => {
  const { rows, columns, cells } = heatLayout(
    model("2026-10-24", "2026-10-26", "hour"),
    "hour",
    zone,
  )
  expect({ rows, columns }).toEqual({ rows: 24, columns: 3 })
  expect(cells).toHaveLength(73)
})

test("several groups have one row each", () => {
  const { by, rows, columns } = heatLayout(model("2026-11-04", "2026-11-10", "day", 3), "day", zone)
  expect({ by, rows, columns }).toEqual({ by: "group", rows: 3, columns: 7 })
})

test("a repeated hour is split into two half cells that pointer and arrow keys reach separately", () => {
  const layout = heatLayout(model("2026-10-24", "2026-10-26", "hour"), "hour", zone)
  const { cells } = layout
  const positions = cells.map(({ column, row }) => `${column} ${row}`)
  expect(new Set(positions).size).toBe(73)
  const [first, second] = cells.filter(({ column, row }) => column === 1 && row >= 2 && row < 3)
  expect(first).toEqual({ column: 1, row: 2, height: 0.5, index: 26, line: 0 })
  expect(second).toEqual({ column: 1, row: 2.5, height: 0.5, index: 27, line: 0 })
  expect([heatCellAt(layout, 1, 2.2), heatCellAt(layout, 1, 2.7)]).toEqual([first, second])
  const step = (...keys: string[]) =>
    keys.reduce((cell, key) => cell && cellBeside(layout, cell, key), first)
  expect(step("ArrowDown")).toBe(second)
  expect(step("ArrowDown", "ArrowDown")).toMatchObject({ column: 1, row: 3 })
  expect(step("ArrowDown", "ArrowDown", "ArrowUp")).toBe(second)
  expect(step("ArrowUp", "ArrowDown")).toBe(first)
  expect(step("ArrowRight")).toMatchObject({ column: 2, row: 2 })
  expect(step("ArrowDown", "ArrowLeft")).toMatchObject({ column: 0, row: 2 })
  expect(step("ArrowRight", "ArrowLeft")).toBe(first)
})

test("the weekly cycle has a row for each weekday by hour, or a single row by weekday", () => {
  const layout = weekLayout("hour")
  expect(layout).toMatchObject({ by: "week", rows: 7, columns: 24 })
  const tuesdayAtFive = heatCellAt(layout, 5, 1.5)
  expect(tuesdayAtFive?.index).toBe(29)
  if (!tuesdayAtFive) throw new Error("There is a cell.")
  expect(cellBeside(layout, tuesdayAtFive, "ArrowDown")?.index).toBe(53)
  expect(cellBeside(layout, tuesdayAtFive, "ArrowRight")?.index).toBe(30)
  expect(weekLayout("weekday")).toMatchObject({
    rows: 1,
    columns: 7,
    starts: [0, 1, 2, 3, 4, 5, 6],
  })
})
