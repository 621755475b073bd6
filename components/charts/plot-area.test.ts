import fc from "fast-check"
import { expect, test } from "vitest"
import { endNearZero, valueScale } from "./plot-area"

test("an axis ends at round numbers and includes all values", () => {
  expect(valueScale([12, 87], true)).toEqual({ low: 0, high: 100, ticks: [0, 20, 40, 60, 80, 100] })
  expect(valueScale([-30, 45], true).ticks).toEqual([-40, -20, 0, 20, 40, 60])
  expect(valueScale([1010, 1030], false).low).toBeGreaterThan(900)
})

test("the axis of values near zero starts at zero, and the axis without values is 0 to 1", () => {
  expect(valueScale([5, 100], false).low).toBe(0)
  expect(valueScale([], false)).toMatchObject({ low: 0, high: 1 })
  expect(valueScale([0, 0], true)).toMatchObject({ low: 0, high: 1 })
})

test("any axis includes all its values and has at most 12 ticks", () => {
  const value = fc
    .double({ noNaN: true, min: -1e12, max: 1e12 })
    .map((each) => (Math.abs(each) < 1e-200 ? 0 : each))
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, holdsZero) => {
      const { low, high, ticks } = valueScale(values, holdsZero)
      const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-9
      for (const each of values) {
        expect(each).toBeGreaterThanOrEqual(low - slack)
        expect(each).toBeLessThanOrEqual(high + slack)
      }
      expect(ticks.length).toBeLessThanOrEqual(12)
      expect(high).toBeGreaterThan(low)
    }),
  )
})

test("endNearZero returns the end nearest zero only if the axis excludes zero", () => {
  expect(endNearZero(valueScale([1010, 1030], false))).toBe(1010)
  expect(endNearZero(valueScale([-1030, -1010], false))).toBe(-1010)
  expect(endNearZero(valueScale([1010, 1030], true))).toBeUndefined()
  expect(endNearZero(valueScale([-5, 5], false))).toBeUndefined()
})
