import { expect, test } from "vitest"
import { defaultSeriesQuery, type SeriesAnswer } from "@/lib/catalogue"
import { alternativesOf, hasValuelessPoints, isEmpty, isHidden } from "./empty-answer"

const answerOf = (least: number | undefined, ...states: string[]) => {
  const lines = states.map((letters) => ({ group: 0, values: [], counts: [], states: letters }))
  const ranges = [{ edges: [], partial: [], lines }] as unknown as SeriesAnswer["ranges"]
  return { ranges, ...(least !== undefined && { least }) }
}

test("Values are hidden only if there are points and none of them is disclosed.", () => {
  expect(isHidden(answerOf(5, "sms", "mmm"))).toBe(true)
  expect(isHidden(answerOf(5, "mmm"))).toBe(false)
  expect(isHidden(answerOf(5, "sms", "mvm"))).toBe(false)
  expect(isHidden(answerOf(undefined, "sss"))).toBe(false)
})

test("A response is empty without values, and suggests fewer filters or more days.", () => {
  expect(isEmpty(answerOf(undefined))).toBe(true)
  expect(isEmpty(answerOf(undefined, "mem", "mmm"))).toBe(true)
  for (const letter of "vsu") expect(isEmpty(answerOf(5, `mm${letter}`))).toBe(false)
  expect(hasValuelessPoints(answerOf(undefined, "mem"))).toBe(true)
  expect(hasValuelessPoints(answerOf(undefined, "mmm"))).toBe(false)
  const { isFiltered, ways } = alternativesOf({ ...defaultSeriesQuery, within: "x" })
  expect(isFiltered).toBe(true)
  expect(ways.map(({ name }) => name)).toEqual(["noFilters", "allDays"])
  expect(ways[0]?.question.within).toBeUndefined()
  expect(alternativesOf({ ...defaultSeriesQuery, ranges: ["all"] }).ways).toEqual([])
})
