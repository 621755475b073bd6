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
test("An export costs one call for each full page, at half of the quota that people leave.", () => {
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
test("If people use the whole quota, an export counts on a tenth of it; an empty list costs one call.", () => {
  expect(estimate({ usedByLane: { ...none, person: 95 } }).callsPerMinute).toBe(4.7)
  expect(estimate({}, 0).calls).toBe(1)
})

// rules: Cost
test("If the number of rows is unknown, the estimate is a minimum; without a limit, the time is zero.", () => {
  expect(estimate({}, 200, false)).toMatchObject({ calls: 1, isAtLeast: true })
  expect(estimate({ limit: null })).toMatchObject({ minutes: 0, callsPerMinute: null })
})
