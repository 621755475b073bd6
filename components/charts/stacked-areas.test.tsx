import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { type ChartLine, styleOfGroup } from "./chart-model"
import { drawPoints } from "./draw-points"
import type { PlotArea } from "./plot-area"
import { StackedAreas, stackLines } from "./stacked-areas"

/** Draws groups whose buckets are 10 pixels wide; a value of 1 is 10 pixels high, zero lies at 100. */
function draw(groups: readonly (readonly (number | null)[])[], partial: readonly number[] = []) {
  const count = groups[0]?.length ?? 0
  const edges = Array.from({ length: count + 1 }, (_, at) => at * 10)
  const plot: PlotArea = {
    left: 0,
    top: 0,
    width: count * 10,
    height: 100,
    from: 0,
    to: count * 10,
    scale: { low: 0, high: 10, ticks: [] },
  }
  const lines = groups.map(
    (values, at): ChartLine => ({
      key: `${at}`,
      group: `${at}`,
      label: "",
      isCompared: false,
      style: styleOfGroup(at),
      values,
      states: "",
      partial: new Set(partial),
    }),
  )
  const model = { edges, lines, targets: [] }
  const drawn = drawPoints(model, 1128, "stacked")
  const html = renderToStaticMarkup(<StackedAreas edges={edges} lines={drawn.lines} plot={plot} />)
  const paths = [...html.matchAll(/<path[^>]*>/g)].map(([path]) => path)
  const found = (kind: string) =>
    paths.flatMap((path) => {
      const d = / d="([^"]+)"/.exec(path)?.[1]
      return path.includes(`data-part="${kind}"`) && d ? [{ d, path }] : []
    })
  const shapes = (kind: string) => found(kind).map(({ d }) => d)
  return { whole: shapes("whole"), partial: shapes("partial"), base: shapes("base"), found }
}

test("an area breaks where no group has a value, and ends where values end", () => {
  const { whole, base } = draw([
    [1, 2, null, 3, 3, null],
    [1, 1, null, 1, 1, null],
  ])
  expect(whole).toEqual([
    "M5,90L15,80L15,100L5,100ZM35,70L45,70L45,100L35,100Z",
    "M5,80L15,70L15,80L5,90ZM35,60L45,60L45,70L35,70Z",
  ])
  expect(base).toEqual(["M5,100L15,100M35,100L45,100"])
})

test("zeros are there and have a line on the axis; what is missing has none", () => {
  expect(draw([[0, 0, null, 4, 4]]).base).toEqual(["M5,100L15,100M35,100L45,100"])
})

test("a bucket that is not whole is drawn apart from its neighbour on, pale and dashed", () => {
  const { whole, partial, found } = draw([[4, 4, 1, null]], [2, 3])
  expect(whole).toEqual(["M5,60L15,60L15,100L5,100Z"])
  expect(partial).toEqual(["M15,60L25,90L25,100L15,100Z"])
  expect(found("partial")[0]?.path).toContain("stroke-dasharray")
  expect(found("partial")[0]?.path).toContain('fill-opacity="0.25"')
})

test("a group without a value takes no room among others, and breaks none of them", () => {
  const { whole } = draw([
    [2, null, 2],
    [1, 1, 1],
  ])
  expect(whole).toEqual([
    "M5,80L15,100L25,80L25,100L15,100L5,100Z",
    "M5,70L15,90L25,70L25,80L15,100L5,80Z",
  ])
})

test("a bucket alone between gaps is as wide as it is", () => {
  expect(draw([[null, 2, null]]).whole).toEqual(["M10,80L20,80L20,100L10,100Z"])
})

test("groups stand on each other, losses below zero, and what is missing takes no room", () => {
  expect(
    stackLines([
      [1, -2],
      [null, 5],
      [3, -1],
    ]),
  ).toEqual([
    [
      { from: 0, to: 1 },
      { from: 0, to: -2 },
    ],
    [null, { from: 0, to: 5 }],
    [
      { from: 1, to: 4 },
      { from: -2, to: -3 },
    ],
  ])
})
