import { expect, test } from "vitest"
import type { Quota } from "../../contract"
import { estimateExport } from "./estimate-export"

const none = { person: 0, export: 0, sync: 0 }
const quota: Quota = {
  platformLimit: 100,
  limit: 95,
  windowSeconds: 61,
  used: 0,
  usedByLane: none,
  waiting: none,
  freeInSeconds: 0,
  turnInSeconds: 0,
  pausedSeconds: 0,
  isDown: false,
}
const estimate = (more: Partial<Quota>, rows = 250_000, isAll = true) =>
  estimateExport({ rows, isAll, rowsPerCall: 1000, quota: { ...quota, ...more } })

// rules: Cost
test("An export costs a call for each full page, at half of what people leave of the quota.", () => {
  expect(estimate({})).toEqual({
    rowsPerCall: 1000,
    calls: 250,
    isAtLeast: false,
    minutes: 5.4,
    callsPerMinute: 46.7,
  })
  expect(estimate({ usedByLane: { ...none, person: 45 } }).minutes).toBe(10.2)
  expect(estimate({ waiting: { ...none, export: 1 } }).minutes).toBe(10.7)
  expect(estimate({ pausedSeconds: 60 }).minutes).toBe(6.4)
})

// rules: Cost
test("Where people use all of it, a tenth is counted on, and an empty list costs a call.", () => {
  expect(estimate({ usedByLane: { ...none, person: 95 } }).callsPerMinute).toBe(4.7)
  expect(estimate({}, 0).calls).toBe(1)
})

// rules: Cost
test("Where nobody knows how many rows there are, calls and minutes are the least; without a limit it takes no time.", () => {
  expect(estimate({}, 200, false)).toMatchObject({ calls: 1, isAtLeast: true })
  expect(estimate({ limit: null })).toMatchObject({ minutes: 0, callsPerMinute: null })
})
