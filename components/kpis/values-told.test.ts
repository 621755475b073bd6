import { expect, test } from "vitest"
import { plainQuestion, type SeriesAnswer } from "@/lib/catalogue"
import { hasValuelessPoints, isEmpty, isHidden, waysOutOfNothing } from "./values-told"

const answered = (least: number | undefined, ...states: string[]) => {
  const lines = states.map((letters) => ({ group: 0, values: [], counts: [], states: letters }))
  const ranges = [{ edges: [], partial: [], lines }] as unknown as SeriesAnswer["ranges"]
  return { ranges, ...(least !== undefined && { least }) }
}

test("Values are hidden where points are and none is told, not where nothing is or only some are.", () => {
  expect(isHidden(answered(5, "sms", "mmm"))).toBe(true)
  expect(isHidden(answered(5, "mmm"))).toBe(false)
  expect(isHidden(answered(5, "sms", "mvm"))).toBe(false)
  expect(isHidden(answered(undefined, "sss"))).toBe(false)
})

test("Nothing is to be shown where no cell has, hides or waits for a value; then filters and days may be what is too narrow.", () => {
  expect(isEmpty(answered(undefined))).toBe(true)
  expect(isEmpty(answered(undefined, "mem", "mmm"))).toBe(true)
  for (const letter of "vsu") expect(isEmpty(answered(5, `mm${letter}`))).toBe(false)
  expect(hasValuelessPoints(answered(undefined, "mem"))).toBe(true)
  expect(hasValuelessPoints(answered(undefined, "mmm"))).toBe(false)
  const { isFiltered, ways } = waysOutOfNothing({ ...plainQuestion, within: "x" })
  expect(isFiltered).toBe(true)
  expect(ways.map(({ name }) => name)).toEqual(["noFilters", "allDays"])
  expect(ways[0]?.question.within).toBeUndefined()
  expect(waysOutOfNothing({ ...plainQuestion, ranges: ["all"] }).ways).toEqual([])
})
