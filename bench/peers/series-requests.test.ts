import { expect, test } from "vitest"
import {
  printOwnPath,
  printPeerQuery,
  readOwnCells,
  readPeerCells,
  type SeriesRequest,
  seriesRequests,
} from "./series-requests"

const request: SeriesRequest = {
  name: "sum by day and label",
  measure: "sum",
  bucket: "day",
  group: "label",
  range: ["2024-03-30", "2024-04-01"],
}

test("A response of either side is read as the same cells, by group and local time", () => {
  const own = {
    groups: [{ kind: "label", key: "Food" }],
    ranges: [
      {
        // 31 March has 23 hours in Copenhagen.
        edges: ["2024-03-29T23Z", "2024-03-30T23Z", "2024-03-31T22Z", "2024-04-01T22Z"].map(
          (edge) => Date.parse(edge.replace("Z", ":00Z")),
        ),
        lines: [{ group: 0, values: [1.5, null, 3] }],
      },
    ],
  }
  const row = (day: string, total: string | null) => ({
    "points.label": "Food",
    "points.time.day": `${day}T00:00:00.000`,
    "points.time": `${day}T00:00:00.000`,
    "points.total": total,
  })
  const peer = { data: [row("2024-04-01", "3"), row("2024-03-31", null), row("2024-03-30", "1.5")] }
  const cells = readOwnCells(JSON.stringify(own))
  expect(cells).toEqual(
    new Map([
      ["Food 2024-03-30 00:00:00", 1.5],
      ["Food 2024-04-01 00:00:00", 3],
    ]),
  )
  expect(readPeerCells("points", request, JSON.stringify(peer))).toEqual(cells)
})

test("Both are queried for the same range, zone and groups", () => {
  const stores = seriesRequests.find(({ group }) => group === "department")
  expect(stores).toBeDefined()
  if (!stores) return
  expect(printOwnPath("set", stores)).toBe(
    "/api/kpis/set/series?measure=count&bucket=month&group=department&zone=Europe%2FCopenhagen&range=2024-02-01..2025-01-31&top=50",
  )
  expect(JSON.parse(printPeerQuery("points", stores, 10_000))).toEqual({
    measures: ["points.points"],
    timeDimensions: [
      {
        dimension: "points.time",
        granularity: "month",
        dateRange: ["2024-02-01", "2025-01-31"],
      },
    ],
    dimensions: ["points.store"],
    timezone: "Europe/Copenhagen",
    limit: 10_000,
  })
})
