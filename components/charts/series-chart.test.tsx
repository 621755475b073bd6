import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { AxisBreak } from "./axis-labels"
import {
  type AxisChart,
  type ChartModel,
  linesBeside,
  styleOfGroup,
  styleOfTarget,
} from "./chart-model"
import { drawPoints } from "./draw-points"
import { IsolatedLines } from "./isolated-lines"
import { Marks, plotOf } from "./series-chart"

const groupsOf = (groups: number, days: number): ChartModel => ({
  edges: Array.from({ length: days + 1 }, (_, at) => at * 86_400_000),
  targets: [],
  lines: Array.from({ length: groups }, (_, group) => ({
    key: `${group}`,
    group: `${group}`,
    label: "",
    isCompared: false,
    style: styleOfGroup(group),
    values: Array.from({ length: days }, (_, day) => 10 + ((day * 37 + group * 101) % 89)),
    states: "v".repeat(days),
    partial: new Set<number>(),
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

const shown = (model: ChartModel, isolated?: ReadonlySet<string>) => {
  const plot = plotOf({ model, kind: "line", width: 1200, height: 380 })
  const drawn = drawPoints(model, plot.width, "line")
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <IsolatedLines value={isolated}>
        <AxisBreak plot={plot} formatAxis={String} />
        <Marks model={model} kind="line" plot={plot} drawn={drawn} />
      </IsolatedLines>
    </IntlProvider>,
  )
}

test("an axis that leaves zero out is broken and says where it starts, others say nothing", () => {
  const high = groupsOf(1, 30)
  const raised = (by: number): ChartModel => ({
    ...high,
    lines: high.lines.map((line) => ({
      ...line,
      values: line.values.map((value) => (value ?? 0) + by),
    })),
  })
  expect(shown(raised(1000))).toContain("Axis starts at 1000, not at 0")
  expect(shown(raised(-2000))).toContain("Axis starts at -1900, not at 0")
  expect(shown(high)).not.toContain("Axis starts")
})

test("one of many lines stands out with what it is compared with, and of one group each by itself", () => {
  const two = groupsOf(2, 30)
  const lines = [0, 1].flatMap((range) =>
    two.lines.map((line) => ({ ...line, key: `${range}-${line.group}`, isCompared: range > 0 })),
  )
  const model = { ...two, lines }
  const target = { key: "target", label: "Goal", style: styleOfTarget(0), values: [] }
  const besides = (key: string, of: ChartModel = { ...model, targets: [target] }) =>
    Array.from(linesBeside(of, key) ?? ["nothing"])
  expect(besides("0-1")).toEqual(["0-1", "1-1", "target"])
  expect(besides("target")).toEqual(["target"])
  expect(besides("0-2")).toEqual(["nothing"])
  const ofOne = { ...model, lines: lines.filter(({ group }) => group === "0") }
  expect(besides("1-0", ofOne)).toEqual(["1-0"])
  const faded = shown(model, linesBeside(model, "0-1")).match(/data-line="[^"]+" data-faded/g)
  expect(faded).toEqual(['data-line="1-0" data-faded', 'data-line="0-0" data-faded'])
})
