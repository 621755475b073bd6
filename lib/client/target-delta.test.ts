import { expect, test } from "vitest"
import type { SeriesAnswer } from "@/lib/catalogue"
import type { Target, TargetPeriod } from "@/lib/client"
import { answerToDate, figureOf } from "@/lib/client/testing/series-answers"
import { targetDelta } from "./target-values"

const own = figureOf("2026-11-01", "2026-11-03", 60)

const budget = (period?: TargetPeriod, from = "2026-01-01", value = 30): Target => ({
  name: "Budget",
  steps: [{ from, value }],
  ...(period && { period }),
})

test("a target is compared with what it is of: a month's with the part that the days are of it", () => {
  const answer = answerToDate(own, undefined)
  expect(targetDelta(answer, budget("month"))).toEqual({
    value: 60,
    target: 3,
    step: 30,
    unit: "month",
    days: 3,
    reached: 3,
    buckets: 3,
  })
  expect(targetDelta(answer, budget("day"))).toMatchObject({ target: 90, reached: 1, buckets: 3 })
  expect(targetDelta(answer, budget("range"))).toMatchObject({ target: 22.5, unit: "range" })
})

test("a target that changes on the compared days has no one value to name", () => {
  const [{ from, value }] = budget().steps as [{ from: string; value: number }]
  const changing = {
    ...budget("day"),
    steps: [
      { from, value },
      { from: "2026-11-02", value: 60 },
    ],
  }
  const delta = targetDelta(answerToDate(own, undefined), changing)
  expect(delta).toMatchObject({ target: 150, days: 3 })
  expect(delta).not.toHaveProperty("step")
})

test("a saved target without a period is of each bucket", () => {
  expect(targetDelta(answerToDate(own, undefined), budget())).toMatchObject({
    value: 60,
    target: 90,
    step: 30,
    unit: "day",
    days: 3,
    reached: 1,
  })
})

test("where a target is in force on some of the days, the whole buckets are compared in which it is", () => {
  const answer = answerToDate(own, undefined)
  expect(targetDelta(answer, budget("day", "2026-11-02"))).toEqual({
    value: 50,
    target: 60,
    step: 30,
    unit: "day",
    reached: 1,
    buckets: 2,
  })
  expect(targetDelta(answer, budget("day", "2027-01-01"))).toBeUndefined()
})

test("days that are left out or not known are not compared with a target", () => {
  const part = figureOf("2026-11-01", "2026-11-03", 60, "p")
  expect(targetDelta(answerToDate(part, undefined, "vpvv"), budget("day"))).toMatchObject({
    value: 40,
    target: 60,
    buckets: 2,
  })
  expect(targetDelta(answerToDate(undefined, undefined, "uuuu"), budget("day"))).toBeUndefined()
})

test("an average is compared with the value in force at the end, whatever the period", () => {
  const answer = answerToDate(own, undefined)
  const average: SeriesAnswer = { ...answer, question: { ...answer.question, measure: "average" } }
  expect(targetDelta(average, budget("year"))).toMatchObject({ value: 60, target: 30, reached: 1 })
})
