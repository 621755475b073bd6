import { expect, test } from "vitest"
import {
  defaultSeriesQuery,
  type Measure,
  type SeriesAnswer,
  type SeriesGroup,
} from "@/lib/catalogue"
import { buildModel, largestLines, overTime, panelModels, panelsShown } from "./build-model"
import { gatherSmall } from "./gather-small"

const day = 86_400_000
const start = Date.UTC(2026, 10, 2)

/**
 * `labels` groups, the largest first, and a group of seven others, for three days and the three
 * before.
 */
function answerOf(labels: number, measure: Measure = "sum"): SeriesAnswer {
  const groups: SeriesGroup[] = [
    ...Array.from({ length: labels }, (_, at) => ({ kind: "label" as const, key: `L${at}` })),
    { kind: "other", members: 7 },
  ]
  const range = (of: "this-week" | "previous", from: number) => ({
    range: of,
    from: "",
    to: "",
    partial: [],
    edges: [0, 1, 2, 3].map((at) => from + at * day),
    lines: groups.map((_, group) => ({
      group,
      counts: [1, 1, 1],
      states: group === labels - 1 ? "vsm" : "vvm",
      values: [100 - group, group === labels - 1 ? null : 50 - group, null],
    })),
  })
  return {
    question: {
      ...defaultSeriesQuery,
      measure,
      grouping: "label",
      ranges: ["this-week", "previous"],
    },
    groups,
    ranges: [range("this-week", start), range("previous", start - 3 * day)],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    dataStart: { day: null, from: null },
    dataEnd: { cutoff: null, until: null, isBehind: false },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    computedFrom: "rows",
  }
}
const nameOf = (group: SeriesGroup) =>
  group.kind === "other" ? `Others (${group.members})` : "key" in group ? `${group.key}` : "All"
const build = (answer: SeriesAnswer) =>
  buildModel(answer, [], { groupName: nameOf, rangeName: () => "before", target: "Target" })

test("a stack of many groups merges the smallest, so the total is complete and colours are unique", () => {
  const answer = answerOf(20)
  const { built, leftOut } = gatherSmall(answer, build(answer), nameOf)
  const { lines } = built.model
  expect(lines.map(({ label }) => label)).toEqual([
    ...Array.from({ length: 11 }, (_, at) => `L${at}`),
    "Others (16)",
  ])
  expect(new Set(lines.map(({ style }) => style.colour)).size).toBe(12)
  const whole = answer.ranges[0].lines.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
  expect(lines.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(whole)
  // One merged group is suppressed on the second day, and none has a point on the third.
  expect(lines.at(-1)?.states).toBe("vpm")
  expect(lines.at(-1)?.values[2]).toBeNull()
  expect(leftOut).toBe(0)
  expect(built.sources).toHaveLength(lines.length)
  expect(built.sources.at(-1)).toBeUndefined()
})

test("future days stay future in the merged group", () => {
  const { ranges, ...answer } = answerOf(20)
  const [first] = ranges
  const lines = first.lines.map((line) => ({ ...line, states: `${line.states.slice(0, 2)}a` }))
  const ahead = { ...answer, ranges: [{ ...first, lines }] as const }
  const { built } = gatherSmall(ahead, build(ahead), nameOf)
  expect(built.model.lines.map(({ states }) => states.at(-1)).join("")).toBe("a".repeat(12))
})

test("groups of a non-additive measure are left out of a stack and counted, and few groups are unchanged", () => {
  const answer = answerOf(20, "average")
  const { built, leftOut } = gatherSmall(answer, build(answer), nameOf)
  expect(built.model.lines).toHaveLength(12)
  expect(leftOut).toBe(8 + 7)
  const few = answerOf(12)
  const model = build(few)
  expect(gatherSmall(few, model, nameOf)).toEqual({ built: model, leftOut: 0 })
})

test("a chart over time has the six largest groups without comparison, and counts the others", () => {
  const answer = answerOf(20)
  const { built, leftOut } = largestLines(overTime(answer, build(answer)), answer)
  expect(built.model.lines.map(({ label }) => label)).toEqual(["L0", "L1", "L2", "L3", "L4", "L5"])
  expect(built.sources).toHaveLength(6)
  expect(leftOut).toBe(14 + 7)
  const few = answerOf(5)
  expect(largestLines(overTime(few, build(few)), few)).toMatchObject({ leftOut: 0 })
})

test("groups have separate charts if the URL says so", () => {
  const shown = (labels: number, chosen: Parameters<typeof panelsShown>[0]) =>
    panelsShown(chosen, answerOf(labels))?.panels
  expect(shown(13, { chart: "bar" })).toBe("one")
  expect(shown(2, { chart: "line", panels: "each" })).toBe("each")
  expect(shown(13, { chart: "stacked" })).toBeUndefined()
  expect(shown(13, { chart: "heat" })).toBeUndefined()
})

test("the chart of a group shows only that group", () => {
  const answer = answerOf(13)
  const panels = panelModels(overTime(answer, build(answer)))
  expect(panels.map(({ title }) => title).slice(0, 2)).toEqual(["L0", "L1"])
  expect(panels).toHaveLength(14)
  expect(panels[3]?.built.model.lines.map(({ key }) => key)).toEqual(['0-"L3"'])
  expect(panels[3]?.built.sources).toMatchObject([{ range: 0, group: 3 }])
})
