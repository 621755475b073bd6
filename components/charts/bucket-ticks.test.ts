import { expect, test } from "vitest"
import { bucketEdges } from "@/lib/catalogue"
import { bucketTicks } from "./bucket-ticks"

const zone = "Europe/Copenhagen"
const named = (from: string, to: string, bucket: Parameters<typeof bucketTicks>[1], max = 8) => {
  const edges = bucketEdges({ from, to }, bucket, zone)
  const { indexes, unit } = bucketTicks(edges, bucket, zone, max)
  return { unit, count: indexes.length, first: new Date(edges[indexes[0] ?? 0] ?? 0).toISOString() }
}

test("a day by hours is named by round hours of the zone", () => {
  expect(named("2026-11-07", "2026-11-07", "hour")).toEqual({
    unit: "hour",
    count: 8,
    first: "2026-11-06T23:00:00.000Z",
  })
})

test("a quarter by days is named by Mondays or months, never more than there is room for", () => {
  expect(named("2026-07-01", "2026-09-30", "day", 14)).toMatchObject({ unit: "day", count: 13 })
  expect(named("2026-07-01", "2026-09-30", "day", 4)).toMatchObject({ unit: "month", count: 3 })
})

test("years of months are named by years", () => {
  expect(named("2018-01-01", "2026-12-31", "month", 9)).toMatchObject({ unit: "year", count: 9 })
})

test("a range without a round beginning has names too", () => {
  expect(named("2026-11-05", "2026-11-05", "day").count).toBe(1)
  expect(named("2026-11-05", "2026-11-20", "week", 2).count).toBeLessThanOrEqual(2)
})
