import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { AxisBreak } from "./axis-labels"
import { type ChartModel, linesBeside, styleOfGroup, styleOfTarget } from "./chart-model"
import { bucketAt, xOf } from "./plot-area"
import { plotOf } from "./series-chart"

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

test("an axis that excludes zero says where it starts, and other axes have no note", () => {
  const high = groupsOf(1, 30)
  const shown = (by: number) => {
    const lines = high.lines.map((line) => ({
      ...line,
      values: line.values.map((value) => (value ?? 0) + by),
    }))
    const plot = plotOf({ model: { ...high, lines }, kind: "line", width: 1200, height: 380 })
    return renderToStaticMarkup(
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <AxisBreak plot={plot} formatAxis={String} />
      </IntlProvider>,
    )
  }
  expect(shown(1000)).toContain("Axis starts at 1000, not at 0")
  expect(shown(-2000)).toContain("Axis starts at -1900, not at 0")
  expect(shown(0)).not.toContain("Axis starts")
})

test("a stacked axis covers the sums, and pointer positions map to buckets", () => {
  const plot = plotOf({ model: groupsOf(5, 30), kind: "stacked", width: 1200, height: 380 })
  const tops = groupsOf(5, 30).lines[0]?.values.map((_, day) =>
    groupsOf(5, 30).lines.reduce((sum, { values }) => sum + (values[day] ?? 0), 0),
  )
  expect(plot.scale.low).toBe(0)
  expect(plot.scale.high).toBeGreaterThanOrEqual(Math.max(...(tops ?? [])))
  for (const index of [0, 7, 29]) expect(bucketAt(plot, xOf(plot, index + 0.5))).toBe(index)
  expect(bucketAt(plot, -50)).toBe(0)
  expect(bucketAt(plot, 5000)).toBe(29)
})

test("isolating a line includes its comparison and the targets, unless there is only one group", () => {
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
})
