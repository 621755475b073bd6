import { expect, test } from "vitest"
import { estimateWait } from "./dispatcher"
import { quotaRule } from "./governor"

const rule = { limit: 4, windowMs: 60_000, inFlightMs: 10_000 }
const full = { waitMs: 1000, leavesMs: [1000, 2000, 30_000, 59_000] }

test.each([
  [0, 1000],
  [1, 2000],
  [3, 59_000],
  [4, 61_000],
  [11, 179_000],
])("with %i before them in a full window, a person waits %i ms", (ahead, waitMs) => {
  expect(estimateWait(full, { priority: "person", ahead, rule })).toBe(waitMs)
})

test("free slots come first, and nobody waits less than the log said", () => {
  const half = { waitMs: 500, leavesMs: [7000, 8000] }
  const waits = [0, 1, 2].map((ahead) => estimateWait(half, { priority: "person", ahead, rule }))
  expect(waits).toEqual([500, 500, 7000])
})

test("during a pause with no call in the window, as many as the limit go when it ends", () => {
  const paused = { waitMs: 9000, leavesMs: [] }
  const waits = [0, 3, 4].map((ahead) => estimateWait(paused, { priority: "person", ahead, rule }))
  expect(waits).toEqual([9000, 9000, 69_000])
})

test("the background counts on half of the rate", () => {
  expect(estimateWait(full, { priority: "sync", ahead: 10, rule })).toBe(300_000)
})

test("where people and the background wait, each counts on its own part", () => {
  const shared = { limit: 20, windowMs: 60_000, inFlightMs: 10_000, reserved: 2 }
  const leavesMs = Array.from({ length: 20 }, (_, index) => 1000 * (index + 1))
  const estimate = (priority: "person" | "sync", ahead: number, isShared: boolean) =>
    estimateWait({ waitMs: 1000, leavesMs }, { priority, ahead, isShared, rule: shared })
  expect([estimate("person", 9, false), estimate("person", 9, true)]).toEqual([10_000, 11_000])
  expect([estimate("sync", 4, false), estimate("sync", 4, true)]).toEqual([24_000, 120_000])
})

// rules: Rate limit 3
test.each([
  [0, undefined, undefined],
  [1, 1, 0],
  [2, 1, 0],
  [10, 9, 1],
  [100, 95, 9],
  [1000, 950, 95],
])("of %i requests a minute the dashboard makes %s in 61 seconds", (requests, limit, reserved) => {
  const given = quotaRule(requests)
  expect([given?.limit, given?.reserved]).toEqual([limit, reserved])
  if (given) expect(given.windowMs).toBe(61_000)
})
