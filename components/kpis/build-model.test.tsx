import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { defaultSeriesQuery, type SeriesAnswer } from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { CellTip } from "./answer-cursor"
import { buildModel } from "./build-model"
import { ExplorerContext, type ExplorerState } from "./explorer-context"

const day = 86_400_000
const first = Date.UTC(2026, 10, 19)

const rangeOf = (
  range: SeriesAnswer["ranges"][0]["range"],
  start: number,
  values: readonly number[],
  partial: readonly number[],
) => ({
  range,
  partial,
  from: "",
  to: "",
  edges: Array.from({ length: values.length + 1 }, (_, at) => start + at * day),
  lines: [{ group: 0, values, counts: values, states: "v".repeat(values.length) }],
})

/**
 * Four days, the last of them current, and the four days before, the second of them not fully
 * copied.
 */
const answer: SeriesAnswer = {
  question: { ...defaultSeriesQuery, ranges: ["last-30-days", "previous"] },
  groups: [{ kind: "all" }],
  ranges: [
    rangeOf("last-30-days", first, [10, 20, 30, 4], [3]),
    rangeOf("previous", first - 4 * day, [20, 5, 10, 50], [1]),
  ],
  completeness: { state: "complete", syncedUntil: null, gaps: [] },
  dataStart: { day: null, from: null },
  dataEnd: { cutoff: "2026-11-21", until: first + 3 * day, isBehind: false },
  leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
  computedFrom: "rows",
}
const built = buildModel(answer, [], {
  groupName: () => "All",
  rangeName: (range) => ["Now", "Before"][range] ?? "",
  target: "Target",
})

test("each line has its own partial buckets", () => {
  expect(built.model.lines.map(({ partial }) => [...partial])).toEqual([[3], [1]])
})

test("a group's line has the same key wherever the group is in the response", () => {
  const [first] = answer.ranges
  const keyOf = (...keys: readonly string[]) => {
    const groups = keys.map((key) => ({ kind: "label" as const, key }))
    const lines = keys.map((_, group) => ({ ...first.lines[0], group }) as (typeof first.lines)[0])
    const ordered: SeriesAnswer = { ...answer, groups, ranges: [{ ...first, lines }] }
    const { model } = buildModel(ordered, [], {
      groupName: (group) => ("key" in group ? `${group.key}` : ""),
      rangeName: () => "",
      target: "Target",
    })
    return model.lines.find(({ label }) => label === "b")?.key
  }
  expect(keyOf("a", "b")).toBe(keyOf("b", "a", "c"))
})

test("a partial compared bucket is aligned with the bucket it is compared with", () => {
  const leap: SeriesAnswer = {
    ...answer,
    question: { ...answer.question, ranges: ["last-30-days", "year"] },
    ranges: [
      rangeOf("last-30-days", Date.UTC(2024, 1, 28), [1, 2, 3], []),
      rangeOf("year", Date.UTC(2023, 1, 28), [1, 3], [1]),
    ],
  }
  const { model } = buildModel(leap, [], {
    groupName: () => "All",
    rangeName: () => "",
    target: "Target",
  })
  expect(model.lines.map(({ values, partial }) => ({ values, partial: [...partial] }))).toEqual([
    { values: [1, 2, 3], partial: [] },
    { values: [1, null, 3], partial: [2] },
  ])
})

/** The part of the explorer state that a tooltip reads. */
const explorer = {
  setup: { unit: "" },
  exploration: { question: answer.question },
  answer,
} as unknown as ExplorerState

const tip = (index: number) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <ExplorerContext value={explorer}>
        <CellTip built={built} position={{ index, line: 0 }} />
      </ExplorerContext>
    </IntlProvider>,
  ).replace(/<[^>]+>/g, " ")

test("a tooltip shows a change only between two complete buckets and marks the partial one", () => {
  expect(tip(0)).toContain("-50%")
  expect(tip(2)).toContain("+200%")
  expect(tip(2)).not.toContain("partial")
  expect(tip(1)).not.toContain("%")
  expect(tip(1)).toMatch(/Before\s+partial\s+5/)
  expect(tip(3)).not.toContain("%")
  expect(tip(3)).toMatch(/Nov[^%]*· partial\s+Now/)
})
