import { expect, test } from "vitest"
import type { SeriesAnswer } from "@/lib/catalogue"
import { answerToDate, figureOf, oneGroupAnswer } from "./testing/series-answers"
import { trendOf, trendQuery } from "./trend"

const own = (value: number, state = "v") => figureOf("2026-08-01", "2026-10-31", value, state)
const before = (value: number, state = "v") => figureOf("2025-08-01", "2025-10-31", value, state)
const told = (value: number, earlier: number, states: readonly string[] = ["v", "v"]) => {
  const [now, then] = [own(value, states[0]), before(earlier, states[1])]
  return trendOf(answerToDate(now, { ...then, first: now }))
}

test("The trend covers the last three whole months with data and the same months a year before.", () => {
  const days = { range: "all", from: "2026-11-01", to: "2026-11-03", values: [1, 2, 3] } as const
  const answer: SeriesAnswer = oneGroupAnswer(days, [], { grouping: "label", measure: "average" })
  expect(trendQuery(answer)).toMatchObject({
    measure: "average",
    grouping: "none",
    bucket: "month",
    ranges: [{ from: "2026-08-01", to: "2026-10-31" }, "year"],
  })
  const wholeMonth = Date.parse("2026-10-31T23:00:00Z")
  expect(
    trendQuery({ ...answer, dataEnd: { ...answer.dataEnd, until: wholeMonth } }),
  ).toMatchObject({ ranges: [{ from: "2026-08-01", to: "2026-10-31" }, "year"] })
  const none = { cutoff: null, until: null, isBehind: false }
  expect(trendQuery({ ...answer, dataEnd: none })).toBeUndefined()
})

test("A change below two percent counts as no change.", () => {
  expect(told(125, 100)).toMatchObject({ direction: "up", change: 0.25, isPart: false })
  expect(told(75, 100)).toMatchObject({ direction: "down", change: -0.25 })
  expect([told(101.9, 100), told(98.1, 100)].map((trend) => trend?.direction)).toEqual([
    "same",
    "same",
  ])
  expect(told(102, 100)?.direction).toBe("up")
})

test("A trend without small groups is marked as partial; a suppressed or zero base has no trend.", () => {
  expect(told(125, 100, ["v", "p"])).toMatchObject({ direction: "up", isPart: true })
  expect(told(125, 100, ["v", "s"])).toBeUndefined()
  expect(told(125, 0)).toBeUndefined()
})

test("There is no trend if fewer days have data a year before.", () => {
  const now = own(125)
  const part = figureOf("2026-09-01", "2026-10-31", 80)
  const then = figureOf("2025-09-01", "2025-10-31", 60)
  expect(trendOf(answerToDate(now, { ...then, first: part }))).toBeUndefined()
})
