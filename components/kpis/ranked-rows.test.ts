import { expect, test } from "vitest"
import {
  type DaysFigure,
  defaultSeriesQuery,
  type SeriesAnswer,
  type SeriesGroup,
} from "@/lib/catalogue"
import { rankedRows } from "./ranked-rows"

const figure = (value: number | null, state = "v"): DaysFigure => ({
  from: "2026-11-01",
  to: "2026-11-15",
  days: 15,
  edges: [0, 15 * 86_400_000],
  value,
  count: value === null ? null : 3,
  state,
})

/** Four labels and the group of others, each with a current and a previous value. */
function answerOf(now: readonly DaysFigure[], before: readonly DaysFigure[]): SeriesAnswer {
  const labels = ["Oslo", "Århus", "Bergen", "Aalborg"]
  const groups: SeriesGroup[] = [
    ...labels.map((key) => ({ kind: "label" as const, key })),
    { kind: "other", members: 2 },
  ]
  const range = { from: "2026-11-01", to: "2026-11-30", edges: [0, 1], partial: [], lines: [] }
  const compared = before.map((own, at) => {
    const first = now[at]
    return first ? { ...own, first } : own
  })
  return {
    question: { ...defaultSeriesQuery, grouping: "label", ranges: ["this-month", "year"] },
    groups,
    ranges: [
      { ...range, range: "this-month", groupsToDate: now },
      { ...range, range: "year", groupsToDate: compared },
    ],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    dataStart: { day: null, from: null },
    dataEnd: { cutoff: null, until: null, isBehind: false },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    computedFrom: "rows",
  }
}
const nameOf = (group: SeriesGroup) => ("key" in group ? `${group.key}` : "others")
const rows = (now: readonly DaysFigure[], before: readonly DaysFigure[]) =>
  rankedRows(answerOf(now, before), nameOf, "da")

test("groups are sorted by value, ties by name in the locale, and the others come last", () => {
  const values = [5, 9, 9, 9, 100]
  const ranked = rows(
    values.map((value) => figure(value)),
    values.map(() => figure(1)),
  )
  // In Danish, Å is the last letter and may be written Aa.
  expect(ranked.map(({ name }) => name)).toEqual(["Bergen", "Aalborg", "Århus", "Oslo", "others"])
  expect(ranked.map(({ value }) => value)).toEqual([9, 9, 9, 5, 100])
})

test("each group is compared with the same days if both values are disclosed", () => {
  const now = [figure(30), figure(20), figure(null, "s"), figure(10, "p"), figure(4)]
  const before = [figure(20), figure(0), figure(7), figure(5), figure(6, "p")]
  const ranked = rows(now, before)
  expect(ranked.map(({ name, letter }) => `${name} ${letter}`)).toEqual([
    "Oslo v",
    "Århus v",
    "Aalborg p",
    "Bergen s",
    "others v",
  ])
  expect(ranked.map(({ compared }) => compared[0])).toEqual([
    { range: 1, before: 20, letter: "v", difference: 10, change: 0.5 },
    { range: 1, before: 0, letter: "v", difference: 20, change: null },
    { range: 1, before: 5, letter: "v", difference: 5, change: 1 },
    { range: 1, before: 7, letter: "v", difference: null, change: null },
    { range: 1, before: 6, letter: "p", difference: -2, change: -2 / 6 },
  ])
})
