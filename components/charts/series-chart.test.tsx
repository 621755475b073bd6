import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { type AxisChart, type ChartModel, lookOfGroup } from "./chart-model"
import { drawPoints } from "./draw-points"
import { Marks, plotOf } from "./series-chart"

const groupsOf = (groups: number, days: number): ChartModel => ({
  edges: Array.from({ length: days + 1 }, (_, at) => at * 86_400_000),
  targets: [],
  lines: Array.from({ length: groups }, (_, group) => ({
    ...{ key: `${group}`, label: "", isCompared: false, look: lookOfGroup(group) },
    values: Array.from({ length: days }, (_, day) => 10 + ((day * 37 + group * 101) % 89)),
    ...{ states: "v".repeat(days), partial: new Set<number>() },
  })),
})

function count(model: ChartModel, kind: AxisChart, mark: string) {
  const plot = plotOf({ model, kind, width: 1200, height: 380 })
  const drawn = drawPoints(model, plot.width, kind)
  const html = renderToStaticMarkup(<Marks model={model} kind={kind} plot={plot} drawn={drawn} />)
  return html.split(mark).length - 1
}

test("stacks are bars where all of them have room, else areas of every group", () => {
  expect(count(groupsOf(5, 180), "stacked", "<rect")).toBe(900)
  // 3.1 pixels a day, but twice as many points as may be drawn.
  expect(count(groupsOf(11, 365), "stacked", "<rect")).toBe(0)
  expect(count(groupsOf(11, 365), "stacked", 'data-part="whole"')).toBe(11)
})

test("bars beside each other are all drawn where they are few, else as many of each group", () => {
  expect(count(groupsOf(5, 180), "bar", "<rect")).toBe(900)
  expect(count(groupsOf(11, 365), "bar", "<rect") % 11).toBe(0)
})
