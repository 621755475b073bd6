import fc from "fast-check"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { BarMarks } from "./bar-marks"
import { type ChartLine, type ChartModel, styleOfGroup } from "./chart-model"
import { drawPoints } from "./draw-points"
import { maxDrawn } from "./reduce-points"
import { plotOf } from "./series-chart"

const dayMs = 86_400_000
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

const modelOf = (...lines: ChartLine["values"][]): ChartModel => ({
  edges: Array.from({ length: (lines[0]?.length ?? 0) + 1 }, (_, at) => at * dayMs),
  lines: lines.map((values, at) => lineOf(values, at)),
  targets: [],
})

const yearOfGroups = modelOf(
  ...Array.from({ length: 11 }, (_, group) =>
    Array.from({ length: 365 }, (_, day) => 10 + ((day * 37 + group * 101) % 89)),
  ),
)
const size = { width: 1200, height: 380 }

test("bars and stacks keep the same buckets of every line, few enough, and say how many", () => {
  for (const kind of ["bar", "stacked"] as const) {
    const { lines, drawn, all } = drawPoints(yearOfGroups, 1128, kind)
    const [first] = lines.map(({ points }) => points.map(({ index }) => index))
    for (const { points } of lines) expect(points.map(({ index }) => index)).toEqual(first)
    expect(all).toBe(4015)
    expect(drawn).toBe(11 * (first?.length ?? 0))
    expect(drawn).toBeLessThanOrEqual(maxDrawn)
    expect(drawn).toBeGreaterThan(0.8 * maxDrawn)
  }
})

test("whatever the groups are, bars and stacks are never from more points than allowed", () => {
  const value = fc.option(fc.integer({ min: -50, max: 90 }))
  const group = fc.array(value, { minLength: 900, maxLength: 900 })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 200, max: 1500 }),
      fc.constantFrom("bar" as const, "stacked" as const),
      (groups, pixels, kind) => {
        const { lines } = drawPoints(modelOf(...groups), pixels, kind)
        const points = lines.reduce((sum, each) => sum + each.points.length, 0)
        expect(points).toBeLessThanOrEqual(Math.min(maxDrawn, 2 * pixels))
      },
    ),
    { numRuns: 30 },
  )
})

test("a stack keeps its highest top and its lowest bottom, bars the extremes of each group", () => {
  const groups = yearOfGroups.lines.map(({ values }) => [...values])
  groups.forEach((values, group) => {
    values[40 + group * 3] = 900 + group
    values[200 + group * 3] = 0
  })
  const peak = groups.map((values) => values.with(333, 500))
  const loss = peak.map((values) => values.with(77, -500))
  const remaining = (values: ChartLine["values"][], kind: "bar" | "stacked") =>
    drawPoints(modelOf(...values), 1128, kind).lines.map(({ points }) => points)
  const [stack] = remaining(loss, "stacked")
  expect(stack?.map(({ index }) => index)).toEqual(expect.arrayContaining([77, 333]))
  remaining(groups, "bar").forEach((points, group) => {
    const drawn = points.map(({ value }) => value)
    expect(drawn).toEqual(expect.arrayContaining([900 + group, 0]))
  })
})

test("where all groups have nothing stays a gap, though most points are left out", () => {
  const gapped = yearOfGroups.lines.map(({ values }) =>
    values.map((value, day) => (day >= 100 && day < 103 ? null : value)),
  )
  const [drawn] = drawPoints(modelOf(...gapped), 1128, "stacked").lines
  const found = drawn?.points.filter(({ index }) => index >= 99 && index <= 103)
  expect(found?.map(({ index, value }) => [index, value === null])).toEqual([
    [99, false],
    [100, true],
    [103, false],
  ])
})

const rects = (model: ChartModel) => {
  const plot = plotOf({ model, kind: "bar", ...size })
  const { lines } = drawPoints(model, plot.width, "bar")
  const html = renderToStaticMarkup(<BarMarks model={model} lines={lines} plot={plot} />)
  const number = (rect: string, name: string) =>
    Number(new RegExp(` ${name}="([^"]+)"`).exec(rect)?.[1])
  return html
    .split("<g ")
    .slice(1)
    .map((group) =>
      [...group.matchAll(/<rect[^>]*>/g)].map(([rect]) => ({
        x: number(rect, "x"),
        width: number(rect, "width"),
        isPale: rect.includes('fill-opacity="0.25"'),
      })),
    )
}

test("a bucket that is not whole keeps its neighbours, so that it is drawn no wider than it is", () => {
  const lines = yearOfGroups.lines.map((line) => ({ ...line, partial: new Set([364]) }))
  for (const kind of ["bar", "stacked"] as const) {
    const [drawn] = drawPoints({ ...yearOfGroups, lines }, 1128, kind).lines
    expect(drawn?.points.slice(-2).map(({ index }) => index)).toEqual([363, 364])
  }
})

test("bars that are left out leave no hole that looks like a day without points", () => {
  const groups = rects(yearOfGroups)
  expect(new Set(groups.map(({ length }) => length)).size).toBe(1)
  // Neighbouring groups of bars are nearer than two slots of their width.
  const starts = groups[0]?.map(({ x }) => x) ?? []
  const ends = groups.at(-1)?.map(({ x, width }) => x + width) ?? []
  const holes = ends.slice(0, -1).map((end, at) => (starts[at + 1] ?? 0) - end)
  const slots = ends.map((end, at) => end - (starts[at] ?? 0))
  holes.forEach((hole, at) => {
    expect(hole).toBeLessThan((slots[at] ?? 0) + (slots[at + 1] ?? 0))
  })
})

test("a bar is pale where its own bucket is not whole, not where that of another range is", () => {
  const today = lineOf([5, 6, 2], 0, new Set([2]))
  const before = { ...lineOf([4, 1, 7], 1, new Set([1])), isCompared: true }
  const [own, compared] = rects({ ...modelOf([5, 6, 2]), lines: [today, before] })
  expect(own?.map(({ isPale }) => isPale)).toEqual([false, false, true])
  expect(compared?.map(({ isPale }) => isPale)).toEqual([false, true, false])
})

test("a line leads dashed to its own bucket that is not whole only", () => {
  const today = lineOf([5, 6, 2], 0, new Set([2]))
  const before = { ...lineOf([4, 1, 7], 1), isCompared: true }
  const { lines } = drawPoints({ ...modelOf([5, 6, 2]), lines: [today, before] }, 1128)
  expect(lines.map(({ points }) => points.map(({ value }) => value))).toEqual([
    [5, 6, null],
    [4, 1, 7],
  ])
  expect(lines.map(({ dashed }) => dashed.map(({ index }) => index))).toEqual([[1, 2], []])
})
