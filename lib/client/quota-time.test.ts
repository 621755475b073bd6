import { expect, test } from "vitest"
import type { Quota } from "./quota"
import { secondsForCalls } from "./quota-time"

const quota = (more: Partial<Quota>): Quota => ({
  platformLimit: 100,
  limit: 95,
  windowSeconds: 61,
  used: 0,
  pausedSeconds: 0,
  usedByLane: { person: 0, export: 0, sync: 0 },
  waiting: { person: 0, export: 0, sync: 0 },
  freeInSeconds: 0,
  turnInSeconds: 0,
  isDown: false,
  ...more,
})

test("calls for which there is room take no time, the others as long as the window lets them wait", () => {
  expect(secondsForCalls(40, quota({ used: 55 }))).toBe(0)
  expect(secondsForCalls(95, quota({ used: 95 }))).toBe(61)
  expect(secondsForCalls(5000, quota({}))).toBe(Math.ceil((4905 * 61) / 95))
})

test("a pause of the platform's is waited for, and without a limit there is no time to tell", () => {
  expect(secondsForCalls(1, quota({ pausedSeconds: 30 }))).toBe(30)
  expect(secondsForCalls(1, quota({ limit: null }))).toBeUndefined()
})
