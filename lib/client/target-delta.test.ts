import { expect, test } from "vitest"
import type { SeriesAnswer, Target, TargetPeriod } from "@/lib/catalogue"
import { answerToDate, figureOf } from "@/lib/client/testing/series-answers"
import { shownTargets, targetDelta } from "./target-delta"

const own = figureOf("2026-11-01", "2026-11-03", 60)

const budget = (period?: TargetPeriod, from = "2026-01-01", value = 30): Target => ({
  name: "Budget",
  steps: [{ from, value }],
  ...(period && { period }),
})
const deltaOf = (answer: SeriesAnswer, target: Target) => {
  const [shown] = shownTargets(answer, [target])
  return shown && targetDelta(answer, shown)
}

test("a target is prorated to the compared days, a monthly one by their share of the month", () => {
  const answer = answerToDate(own, undefined)
  const month = { value: 60, target: 3, days: 3, reached: 3, buckets: 3 }
  expect(deltaOf(answer, budget("month"))).toEqual(month)
  expect(deltaOf(answer, budget("day"))).toMatchObject({ target: 90, reached: 1, buckets: 3 })
  expect(deltaOf(answer, budget("range"))).toMatchObject({ target: 22.5 })
  expect(deltaOf(answer, budget())).toMatchObject({ target: 90, reached: 1 })
})

test("if lower is better, days above the target do not reach it", () => {
  const answer = { ...answerToDate(own, undefined), direction: "lower" as const }
  expect(deltaOf(answer, budget("day"))).toMatchObject({ target: 90, reached: 3, buckets: 3 })
  expect(deltaOf(answer, budget("day", "2026-01-01", 15))).toMatchObject({ reached: 1 })
})

test("a target that is not in force on all of the days is not compared", () => {
  expect(deltaOf(answerToDate(own, undefined), budget("day", "2026-11-02"))).toBeUndefined()
})

test("partial or unsynced days are not compared with a target", () => {
  const part = figureOf("2026-11-01", "2026-11-03", 60, "p")
  expect(deltaOf(answerToDate(part, undefined, "vpvv"), budget("day"))).toBeUndefined()
  expect(deltaOf(answerToDate(undefined, undefined, "uuuu"), budget("day"))).toBeUndefined()
})

test("an average is compared with the value in force at the end, whatever the period", () => {
  const answer = answerToDate(own, undefined)
  const average: SeriesAnswer = { ...answer, question: { ...answer.question, measure: "average" } }
  expect(deltaOf(average, budget("year"))).toMatchObject({ value: 60, target: 30, reached: 1 })
})

test("the data set's own target comes before those of a URL, which apply only without groups", () => {
  const answer = answerToDate({ ...own, target: 50 }, undefined)
  const names = (of: SeriesAnswer) => shownTargets(of, [budget("day")]).map(({ name }) => name)
  expect(names(answer)).toEqual([undefined, "Budget"])
  const question = { ...answer.question, grouping: "label" as const }
  expect(names({ ...answer, question })).toEqual([undefined])
})
