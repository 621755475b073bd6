import { expect, test } from "vitest"
import { catalogue, defaultSeriesQuery, findOperation, type ListOperation } from "@/lib/catalogue"
import { monthlyExploration, monthsQuery, openingExploration } from "./data-set-figures"
import { explorationHref, parseExploration } from "./exploration-url"
import { zone } from "./testing/series-answers"

const points = findOperation(catalogue, "data-points") as ListOperation

test("The range runs from a year before the last complete month to its end, in the reader's zone.", () => {
  const lastEvening = Date.parse("2026-10-31T23:30:00Z")
  expect(monthsQuery("sum", zone, lastEvening).ranges).toEqual([
    { from: "2025-10-01", to: "2026-10-31" },
  ])
  expect(monthsQuery("sum", "UTC", lastEvening).ranges).toEqual([
    { from: "2025-09-01", to: "2026-09-30" },
  ])
})

test("The opening exploration round-trips through its URL, so that a link to it shows the same.", () => {
  const opening = openingExploration("sum", zone)
  const href = explorationHref(points, "x", opening)
  const search = new URL(href, "http://x").searchParams
  expect(parseExploration(points, search, "UTC")).toEqual({ exploration: opening, dropped: [] })
})

test("A protected data set opens with the last 12 complete months, without groups and filters.", () => {
  const { question } = monthlyExploration({
    question: { ...defaultSeriesQuery, measure: "average", zone, grouping: "user", within: "x" },
    chart: "line",
    targets: [],
  })
  expect(question).toEqual({
    ...defaultSeriesQuery,
    measure: "average",
    zone,
    bucket: "month",
    ranges: ["last-12-months", "year"],
  })
})
