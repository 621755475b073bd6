import { expect, test } from "vitest"
import { bucketEdges } from "@/lib/catalogue"
import { heatLayout } from "./heat-cells"

const zone = "Europe/Copenhagen"
const model = (from: string, to: string, bucket: "day" | "hour", lines = 1) => {
  const edges = bucketEdges({ from, to }, bucket, zone)
  const line = { label: "", isCompared: false, look: { colour: "red", width: 1 }, states: "" }
  return {
    ...{ edges, targets: [], partial: new Set<number>() },
    lines: Array.from({ length: lines }, (_, key) => ({ ...line, key: `${key}`, values: [] })),
  }
}

test("days of one group stand as weeks beside each other, Monday first", () => {
  // 2026-11-04 is a Wednesday.
  const { by, rows, columns, cells } = heatLayout(
    model("2026-11-04", "2026-11-10", "day"),
    "day",
    zone,
  )
  expect({ by, rows, columns }).toEqual({ by: "weekday", rows: 7, columns: 2 })
  expect(cells[0]).toEqual({ column: 0, row: 2, index: 0, line: 0 })
  expect(cells.at(-1)).toEqual({ column: 1, row: 1, index: 6, line: 0 })
})

test("hours of one group stand as days beside each other, and none is lost where clocks go back", () => {
  const { rows, columns, cells } = heatLayout(
    model("2026-10-24", "2026-10-26", "hour"),
    "hour",
    zone,
  )
  expect({ rows, columns }).toEqual({ rows: 24, columns: 3 })
  expect(cells).toHaveLength(73)
})

test("several groups have a row each", () => {
  const { by, rows, columns } = heatLayout(model("2026-11-04", "2026-11-10", "day", 3), "day", zone)
  expect({ by, rows, columns }).toEqual({ by: "group", rows: 3, columns: 7 })
})
