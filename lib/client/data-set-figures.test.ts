import { expect, test } from "vitest"
import {
  bucketEdges,
  catalogue,
  defaultSeriesQuery,
  findOperation,
  type ListOperation,
} from "@/lib/catalogue"
import {
  monthFigures,
  monthlyExploration,
  monthsQuery,
  openingExploration,
} from "./data-set-figures"
import { explorationHref, parseExploration } from "./exploration-url"
import { oneGroupAnswer, zone } from "./testing/series-answers"

const points = findOperation(catalogue, "data-points") as ListOperation

test("The months reach from the last complete one to the same month of the year before, as the reader's clock has it.", () => {
  const lastEvening = Date.parse("2026-10-31T23:30:00Z")
  expect(monthsQuery("sum", zone, lastEvening).ranges).toEqual([
    { from: "2025-10-01", to: "2026-10-31" },
  ])
  expect(monthsQuery("sum", "UTC", lastEvening).ranges).toEqual([
    { from: "2025-09-01", to: "2026-09-30" },
  ])
})

test("What a page opens with has an address of its own, so that a link to it shows the same.", () => {
  const opening = openingExploration("sum", zone)
  const href = explorationHref(points, "x", opening)
  const search = new URL(href, "http://x").searchParams
  expect(parseExploration(points, search, "UTC")).toEqual({ exploration: opening, dropped: [] })
})

const months = { from: "2025-10-01", to: "2026-10-31" }
const courseOf = (values: readonly (number | null)[], states = "v".repeat(13)) => {
  const answer = oneGroupAnswer({ range: months, ...months, values, states })
  const [range] = answer.ranges
  return { ...answer, ranges: [{ ...range, edges: bucketEdges(months, "month", zone) }] } as const
}
const october = { ...months, from: "2026-10-01" }
const counting = Array.from({ length: 13 }, (_, at) => 10 + at)

test("A protected data set opens with its complete months of a year, without groups and filters.", () => {
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

test("Where days are of too few people to be compared, whole months are, unless they leave people out.", () => {
  const hidden = { ...oneGroupAnswer({ range: october, ...october, values: [] }), least: 5 }
  const figures = monthFigures(hidden, courseOf(counting))
  expect(figures.change).toMatchObject({ value: 22, before: 21 })
  expect(figures.yearChange).toMatchObject({ value: 22, before: 10 })
  const parts = monthFigures(hidden, courseOf(counting, `p${"v".repeat(10)}sv`))
  expect(parts.change).toBeUndefined()
  expect(parts.yearChange).toBeUndefined()
  const told = oneGroupAnswer({ range: october, ...october, values: [] })
  expect(monthFigures(told, courseOf(counting)).change).toBeUndefined()
})
