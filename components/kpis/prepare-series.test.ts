import { expect, test } from "vitest"
import { isAveraged, type KpiPoint, prepareSeries, readPoints } from "./prepare-series"

const texts = { unlabelled: "No label", rest: "Other labels" }
const point = (label: string | null, time: number, value: number | null): KpiPoint => ({
  ...{ label, time, value },
  departmentId: null,
})

test("rows are read as points; what has no readable time is left out", () => {
  const rows = [
    { label: "Food", timeStamp: "2026-11-20T12:00:00+00:00", value: 5.5, departmentId: null },
    { label: null, timeStamp: "2026-11-20T12:00:00+00:00", value: null },
    { label: "Food", timeStamp: null, value: 1 },
  ]
  expect(readPoints(rows)).toEqual([
    { time: Date.UTC(2026, 10, 20, 12), value: 5.5, label: "Food", departmentId: null },
    { time: Date.UTC(2026, 10, 20, 12), value: null, label: null, departmentId: null },
  ])
})

test("points of one moment share their average, a lost value is not a zero", () => {
  const [food] = prepareSeries(
    [point("Food", 2, 4), point("Food", 1, 10), point("Food", 1, 20), point("Food", 1, null)],
    texts,
  )
  expect(food?.line).toEqual([
    { time: 1, value: 15 },
    { time: 2, value: 4 },
  ])
  expect(food?.dots).toHaveLength(3)
})

test("a moment with only lost values is a gap", () => {
  const [food] = prepareSeries([point("Food", 1, 3), point("Food", 2, null)], texts)
  expect(food?.line).toEqual([
    { time: 1, value: 3 },
    { time: 2, value: null },
  ])
})

test("the largest labels get lines, all further ones are dots of a rest", () => {
  const points = [..."abc"].flatMap((label, index) =>
    Array.from({ length: 3 - index }, (_, time) => point(label, time, 1)),
  )
  const series = prepareSeries(points, texts, 2)
  expect(series.map(({ label, kind }) => [label, kind])).toEqual([
    ["a", "line"],
    ["b", "line"],
    ["Other labels", "rest"],
  ])
  expect(series.at(-1)?.line).toEqual([])
  expect(series.reduce((sum, { dots }) => sum + dots.length, 0)).toBe(points.length)
})

test("points without a label are a line of their own", () => {
  expect(prepareSeries([point(null, 1, 1)], texts)[0]?.label).toBe("No label")
})

test("lines are averages only where points share a label and a moment", () => {
  expect(isAveraged([point("a", 1, 1), point("b", 1, 1), point("a", 2, 1)])).toBe(false)
  expect(isAveraged([point("a", 1, 1), point("a", 1, 2)])).toBe(true)
})
