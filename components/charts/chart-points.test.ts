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
/** Adding 0 turns -0 into 0, because toEqual distinguishes them. */
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const values = fc.array(fc.option(numbers), { maxLength: 3000 })
const known = (points: readonly ChartPoint[]) =>
  points.flatMap(({ value }) => (value === null ? [] : [value]))
const lowest = (points: readonly ChartPoint[]) => known(points).reduce((a, b) => Math.min(a, b))
const highest = (points: readonly ChartPoint[]) => known(points).reduce((a, b) => Math.max(a, b))

test("reduced points are within the budget and are original points in their order", () => {
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

test("reduction preserves the minimum, the maximum and the first and last values", () => {
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

test("each pixel column keeps its extremes, and a gap as wide as a column stays a gap", () => {
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

test("lines share a budget of two points a pixel and 2,000 in total", () => {
  expect(pointBudget(1, 400)).toBe(800)
  expect(pointBudget(1, 4000)).toBe(maxDrawn)
  expect(pointBudget(10, 1200)).toBe(200)
  expect(pointBudget(3, 1000) * 3).toBeLessThanOrEqual(maxDrawn)
})

test("only the current line has dashed segments and hollow dots at partial buckets", () => {
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

test("bars become lines, and stacked bars become areas, if they are too narrow or too many", () => {
  expect(formOf(yearOfGroups(1), "bar", 1128)).toBe("bars")
  expect(formOf(yearOfGroups(3), "bar", 1128)).toBe("lines")
  expect(formOf(yearOfGroups(3), "stacked", 1128)).toBe("stackedBars")
  expect(formOf(yearOfGroups(3), "stacked", 300)).toBe("stackedAreas")
  expect(formOf(yearOfGroups(11), "stacked", 1128)).toBe("stackedAreas")
  expect(formOf(yearOfGroups(11), "area", 1128)).toBe("areas")
})

test("stacks stay within the budget, draw complete stacks and keep the highest one", () => {
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

test("areas break where all groups lack a value, and a single bucket keeps its width", () => {
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

test("a partial bucket is a separate area that starts at its neighbour", () => {
  const rows = stackRows(modelOf(lineOf([4, 4, 1, null], 0, new Set([2, 3]))), 1128)
  expect(rows.map(({ whole, partial }) => [...whole, ...partial])).toEqual([
    [4, null],
    [4, 4],
    [null, 1],
    [null, null],
  ])
})

test("groups stack upwards, negative values stack below zero, and missing ones are skipped", () => {
  expect(stackParts([1, null, 3, -2])).toEqual([
    { from: 0, to: 1 },
    null,
    { from: 1, to: 4 },
    { from: 0, to: -2 },
  ])
})
