import fc from "fast-check"
import { expect, test } from "vitest"
import { type LinePoint, maxDrawn, pointBudget, reducePoints } from "./reduce-points"

const line = (values: readonly (number | null)[]): LinePoint[] =>
  values.map((value, index) => ({ index, time: index * 60_000, value }))

/** Without -0, which is as low and as high as 0 and yet another value to a test. */
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const values = fc.array(fc.option(numbers), { maxLength: 3000 })
const known = (points: readonly LinePoint[]) =>
  points.flatMap(({ value }) => (value === null ? [] : [value]))
const lowest = (points: readonly LinePoint[]) => known(points).reduce((a, b) => Math.min(a, b))
const highest = (points: readonly LinePoint[]) => known(points).reduce((a, b) => Math.max(a, b))

test("what is drawn is never more than allowed, and always true points in their order", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 4, max: 2000 }), (all, budget) => {
      const points = line(all)
      const drawn = reducePoints(points, budget)
      expect(drawn.length).toBeLessThanOrEqual(Math.max(budget, 4))
      const indexes = drawn.map(({ index }) => index)
      expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b))
      for (const point of drawn) expect(points[point.index]).toBe(point)
    }),
  )
})

test("the lowest and the highest of all stay, and so do the first and the last", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 4, max: 500 }), (all, budget) => {
      const points = line(all)
      fc.pre(known(points).length > 0)
      const drawn = reducePoints(points, budget)
      expect([lowest(drawn), highest(drawn)]).toEqual([lowest(points), highest(points)])
      const ends = (of: readonly LinePoint[]) => {
        const valued = of.filter(({ value }) => value !== null)
        return [valued[0]?.index, valued.at(-1)?.index]
      }
      expect(ends(drawn)).toEqual(ends(points))
    }),
  )
})

test("each column of pixels keeps its own extremes", () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 200, maxLength: 2000 }), (all) => {
      const points = line(all)
      const columns = 25
      const drawn = reducePoints(points, columns * 4)
      const columnOf = ({ time }: LinePoint) =>
        Math.min(columns - 1, Math.floor((time / (points.at(-1)?.time ?? 1)) * columns))
      for (let column = 0; column < columns; column += 1) {
        const inside = (of: readonly LinePoint[]) => of.filter((each) => columnOf(each) === column)
        expect(lowest(inside(drawn))).toBe(lowest(inside(points)))
        expect(highest(inside(drawn))).toBe(highest(inside(points)))
      }
    }),
    { numRuns: 30 },
  )
})

test("few points are drawn as they are, gaps among them", () => {
  const points = line([1, null, 3])
  expect(reducePoints(points, 4)).toBe(points)
})

test("a gap as wide as a column of pixels stays a gap", () => {
  const points = line(Array.from({ length: 1000 }, (_, at) => (at >= 400 && at < 600 ? null : at)))
  const drawn = reducePoints(points, 40)
  const gap = drawn.findIndex(({ value }) => value === null)
  expect(drawn[gap - 1]?.value).toBe(399)
  expect(drawn.findLast(({ value }) => value === null)?.index).toBeLessThan(600)
})

test("lines share two points a pixel and 2,000 in all", () => {
  expect(pointBudget(1, 400)).toBe(800)
  expect(pointBudget(1, 4000)).toBe(maxDrawn)
  expect(pointBudget(10, 1200)).toBe(200)
  expect(pointBudget(3, 1000) * 3).toBeLessThanOrEqual(maxDrawn)
})
