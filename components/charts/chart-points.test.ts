import fc from "fast-check"
import { expect, test } from "vitest"
import { type ChartLine, type ChartModel, styleOfGroup } from "./chart-model"
import {
  type ChartPoint,
  countDrawn,
  drawLines,
  formOf,
  maxDrawn,
  pointBudget,
  reducePoints,
  stackParts,
  stackRows,
} from "./chart-points"

const noBuckets: ReadonlySet<number> = new Set()

const lineOf = (values: ChartLine["values"], at: number, partial = noBuckets): ChartLine => ({
  key: `${at}`,
  group: `${at}`,
  label: `Group ${at}`,
  isCompared: false,
  style: styleOfGroup(at),
  values,
  states: values.map((value) => (value === null ? "m" : "v")).join(""),
  partial,
})

const modelOf = (...lines: ChartLine[]): ChartModel => ({
  edges: Array.from({ length: (lines[0]?.values.length ?? 0) + 1 }, (_, at) => at),
  lines,
  targets: [],
})
const yearOfGroups = (groups: number) =>
  modelOf(
    ...Array.from({ length: groups }, (_, group) =>
      lineOf(
        Array.from({ length: 365 }, (_, day) => 10 + ((day * 37 + group * 101) % 89)),
        group,
      ),
    ),
  )

const pointsOf = (values: ChartLine["values"]): ChartPoint[] =>
  values.map((value, at) => ({ at, value }))
/** Without -0, which is as low and as high as 0 and yet another value to a test. */
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const values = fc.array(fc.option(numbers), { maxLength: 3000 })
const known = (points: readonly ChartPoint[]) =>
  points.flatMap(({ value }) => (value === null ? [] : [value]))
const lowest = (points: readonly ChartPoint[]) => known(points).reduce((a, b) => Math.min(a, b))
const highest = (points: readonly ChartPoint[]) => known(points).reduce((a, b) => Math.max(a, b))

test("what is drawn is never more than allowed, and always true points in their order", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 4, max: 2000 }), (all, budget) => {
      const points = pointsOf(all)
      const drawn = reducePoints(points, budget)
      expect(drawn.length).toBeLessThanOrEqual(budget)
      const places = drawn.map(({ at }) => at)
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
      for (const point of drawn) expect(points[point.at]).toBe(point)
    }),
  )
})

test("the lowest and the highest of all stay, and so do the first and the last", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 4, max: 500 }), (all, budget) => {
      const points = pointsOf(all)
      fc.pre(known(points).length > 0)
      const drawn = reducePoints(points, budget)
      expect([lowest(drawn), highest(drawn)]).toEqual([lowest(points), highest(points)])
      const ends = (of: readonly ChartPoint[]) => {
        const valued = of.filter(({ value }) => value !== null)
        return [valued[0]?.at, valued.at(-1)?.at]
      }
      expect(ends(drawn)).toEqual(ends(points))
    }),
  )
})

test("each column of pixels keeps its own extremes, and a gap as wide as a column stays one", () => {
  const points = pointsOf(
    Array.from({ length: 1000 }, (_, at) => (at >= 400 && at < 600 ? null : (at * 37) % 101)),
  )
  const drawn = reducePoints(points, 40)
  for (let column = 0; column < 10; column += 1) {
    const inside = (of: readonly ChartPoint[]) =>
      of.filter(({ at }) => Math.floor(at / 100) === column)
    if (column === 4 || column === 5) expect(known(inside(drawn))).toEqual([])
    else {
      expect(lowest(inside(drawn))).toBe(lowest(inside(points)))
      expect(highest(inside(drawn))).toBe(highest(inside(points)))
    }
  }
})

test("lines share two points a pixel and 2,000 in all", () => {
  expect(pointBudget(1, 400)).toBe(800)
  expect(pointBudget(1, 4000)).toBe(maxDrawn)
  expect(pointBudget(10, 1200)).toBe(200)
  expect(pointBudget(3, 1000) * 3).toBeLessThanOrEqual(maxDrawn)
})

test("a line leads dashed to its own bucket that is not whole only, with a hollow dot", () => {
  const today = lineOf([5, 6, 2, null, 7, 8, 9], 0, new Set([2, 6]))
  const before = { ...lineOf([4, 1, 7, null, null, 3, null], 1), isCompared: true }
  const [own, compared] = drawLines(modelOf(today, before), 1128)
  const shown = (points: readonly ChartPoint[] = []) => points.map(({ at, value }) => [at, value])
  expect(shown(own?.whole).map(([, value]) => value)).toEqual([5, 6, null, null, 7, 8, null])
  expect(shown(own?.partial)).toEqual([
    [1.5, 6],
    [2.5, 2],
    [3.5, null],
    [5.5, 8],
    [6.5, 9],
  ])
  expect(shown(own?.hollow)).toEqual([
    [2.5, 2],
    [6.5, 9],
  ])
  expect(compared?.partial).toEqual([])
  expect(shown(compared?.alone)).toEqual([[5.5, 3]])
})

test("bars and stacks that would be too narrow or too many become lines and areas", () => {
  expect(formOf(yearOfGroups(1), "bar", 1128)).toBe("bars")
  expect(formOf(yearOfGroups(3), "bar", 1128)).toBe("lines")
  expect(formOf(yearOfGroups(3), "stacked", 1128)).toBe("stackedBars")
  expect(formOf(yearOfGroups(3), "stacked", 300)).toBe("stackedAreas")
  expect(formOf(yearOfGroups(11), "stacked", 1128)).toBe("stackedAreas")
  expect(formOf(yearOfGroups(11), "area", 1128)).toBe("areas")
})

test("whatever the groups are, stacks are from few enough whole stacks, keep the highest one, and say how many", () => {
  const value = fc.option(fc.integer({ min: -50, max: 90 }))
  const group = fc.array(value, { minLength: 900, maxLength: 900 })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 200, max: 1500 }),
      (groups, pixels) => {
        const model = modelOf(...groups.map((each, at) => lineOf(each, at, new Set([899]))))
        const sizes = groups[0]?.map((_, index) =>
          groups.reduce((sum, each) => sum + Math.abs(each[index] ?? 0), 0),
        )
        const highestAt = sizes?.indexOf(Math.max(...sizes)) ?? 0
        const rows = stackRows(model, pixels)
        const { drawn, all } = countDrawn(model, "stackedAreas", pixels)
        expect(drawn).toBeLessThanOrEqual(all)
        expect(
          new Set(rows.map(({ at }) => Math.floor(at - 0.25))).size * groups.length,
        ).toBeLessThanOrEqual(Math.min(maxDrawn, 2 * pixels) + 2 * groups.length)
        const places = rows.map(({ at }) => at)
        expect(places.some((at) => Math.abs(at - highestAt - 0.5) <= 0.5)).toBe(true)
      },
    ),
    { numRuns: 30 },
  )
})

test("areas break where no group has a value; what one lacks takes no room; what is alone is as wide as it is", () => {
  const rows = stackRows(
    modelOf(lineOf([1, null, null, 3, null], 0), lineOf([1, 2, null, null, null], 1)),
    1128,
  )
  expect(rows.map(({ at, whole }) => [at, ...whole])).toEqual([
    [0.5, 1, 1],
    [1.5, 0, 2],
    [2.5, null, null],
    [3, 3, 0],
    [4, 3, 0],
    [4.5, null, null],
  ])
})

test("what is not whole is an area of its own, from its neighbour on", () => {
  const rows = stackRows(modelOf(lineOf([4, 4, 1, null], 0, new Set([2, 3]))), 1128)
  expect(rows.map(({ whole, partial }) => [...whole, ...partial])).toEqual([
    [4, null],
    [4, 4],
    [null, 1],
    [null, null],
  ])
})

test("groups stand on each other, losses below zero, and what is missing takes no room", () => {
  expect(stackParts([1, null, 3, -2])).toEqual([
    { from: 0, to: 1 },
    null,
    { from: 1, to: 4 },
    { from: 0, to: -2 },
  ])
})
