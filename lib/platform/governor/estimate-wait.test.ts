import { expect, test } from "vitest"
import { estimateWait } from "./create-governor"

const rule = { limit: 5, windowMs: 60_000, inFlightMs: 10_000 }
const full = [1000, 2000, 30_000, 45_000, 59_000]

test.each([
  [0, 1000],
  [1, 2000],
  [4, 59_000],
  [5, 61_000],
  [11, 122_000],
])("With %i calls ahead in a full window, a person waits %i ms.", (ahead, waitMs) => {
  expect(estimateWait(full, { priority: "person", ahead, rule })).toBe(waitMs)
})

test("Free slots are used first.", () => {
  const waits = [0, 2, 3].map((ahead) =>
    estimateWait([7000, 8000], { priority: "person", ahead, rule }),
  )
  expect(waits).toEqual([0, 0, 7000])
})

test("Copies leave 15 of 95 calls free.", () => {
  const wide = { ...rule, limit: 95 }
  const leaving = Array.from({ length: 95 }, (_, index) => 100 * (index + 1))
  const waits = (["person", "sync"] as const).map((priority) =>
    estimateWait(leaving, { priority, ahead: 0, rule: wide }),
  )
  expect(waits).toEqual([100, 1600])
})
