import { expect, test } from "vitest"
import { trendQuery } from "./data-set-trend"

test("A trend begins with a whole week and ends with the day that it is in its zone.", () => {
  const evening = Date.parse("2026-11-21T23:30:00Z")
  const { ranges, bucket, measure } = trendQuery("average", "Europe/Copenhagen", evening)
  expect({ ranges, bucket, measure }).toEqual({
    ranges: [{ from: "2026-08-24", to: "2026-11-22" }],
    bucket: "week",
    measure: "average",
  })
  expect(trendQuery("sum", "UTC", evening).ranges).toEqual([
    { from: "2026-08-17", to: "2026-11-21" },
  ])
})
