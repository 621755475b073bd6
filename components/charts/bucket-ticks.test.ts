import { expect, test } from "vitest"
import { bucketEdges } from "@/lib/catalogue"
import { bucketTicks } from "./bucket-ticks"

const zone = "Europe/Copenhagen"
const named = (from: string, to: string, bucket: Parameters<typeof bucketTicks>[1], max = 8) => {
  const edges = bucketEdges({ from, to }, bucket, zone)
  const { indexes, unit } = bucketTicks(edges, bucket, zone, max)
  return { unit, count: indexes.length, first: new Date(edges[indexes[0] ?? 0] ?? 0).toISOString() }
}

test("an hourly axis has ticks at round hours of the zone", () => {
  expect(named("2026-11-07", "2026-11-07", "hour")).toEqual({
    unit: "hour",
    count: 8,
    first: "2026-11-06T23:00:00.000Z",
  })
})

test("a daily axis has ticks at Mondays or months, within the maximum number", () => {
  expect(named("2026-07-01", "2026-09-30", "day", 14)).toMatchObject({ unit: "day", count: 13 })
  expect(named("2026-07-01", "2026-09-30", "day", 4)).toMatchObject({ unit: "month", count: 3 })
})

test("a monthly axis over several years has one tick a year", () => {
  expect(named("2018-01-01", "2026-12-31", "month", 9)).toMatchObject({ unit: "year", count: 9 })
})

test("a range with no round boundary still has ticks", () => {
  expect(named("2026-11-05", "2026-11-05", "day").count).toBe(1)
  expect(named("2026-11-05", "2026-11-20", "week", 2).count).toBeLessThanOrEqual(2)
})
