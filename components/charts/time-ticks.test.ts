import { expect, test } from "vitest"
import { timeTicks } from "./time-ticks"

const at = (text: string) => Date.parse(text)
const read = (ticks: readonly number[]) => ticks.map((tick) => new Date(tick).toISOString())

test("two weeks are marked at midnights", () => {
  const { ticks, daily } = timeTicks(at("2026-11-07T12:00Z"), at("2026-11-20T12:00Z"), 8)
  expect(daily).toBe(true)
  expect(ticks.length).toBeLessThanOrEqual(8)
  expect(read(ticks).every((text) => text.endsWith("T00:00:00.000Z"))).toBe(true)
})

test("a day is marked by hours", () => {
  const { ticks, daily } = timeTicks(at("2026-11-07T07:10Z"), at("2026-11-07T19:00Z"), 6)
  expect(daily).toBe(false)
  expect(read(ticks)[0]).toBe("2026-11-07T09:00:00.000Z")
})

test("a single moment has no marks but its own", () => {
  const noon = at("2026-11-07T12:00Z")
  expect(timeTicks(noon, noon, 6).ticks).toEqual([noon])
})
