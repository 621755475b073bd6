import { expect, test } from "vitest"
import { percentile } from "./percentile"

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [0, 1],
  [0.5, 50],
  [0.95, 95],
  [1, 100],
])("For the numbers 1 to 100, percentile %d is %d.", (share, expected) => {
  expect(percentile(hundred, share)).toBe(expected)
})

test("Every percentile of one number is that number, and an empty list throws.", () => {
  expect(percentile([7], 0.95)).toBe(7)
  expect(() => percentile([], 0.5)).toThrow("No numbers")
})
