import { expect, test } from "vitest"
import {
  bucketEdges,
  type Measure,
  plainQuestion,
  type RangeSeries,
  type SeriesAnswer,
  type SeriesQuestion,
  type SeriesRange,
} from "@/lib/catalogue"
import { headlineOf, matchBuckets, targetDelta } from "./compare-series"

const zone = "Europe/Copenhagen"

interface Given {
  readonly range: SeriesRange
  readonly from: string
  readonly to: string
  readonly values: readonly (number | null)[]
  readonly states?: string
  readonly partial?: readonly number[]
}

const rangeOf = ({ range, from, to, values, states, partial = [] }: Given): RangeSeries => ({
  ...{ range, from, to, partial, edges: bucketEdges({ from, to }, "day", zone) },
  lines: [
    {
      ...{ group: 0, values, counts: values.map(() => 1) },
      states: states ?? values.map((value) => (value === null ? "m" : "v")).join(""),
    },
  ],
})

function answerOf(
  first: Given,
  others: Given[] = [],
  more: Partial<SeriesQuestion> = {},
): SeriesAnswer {
  const ranges: SeriesQuestion["ranges"] = [first.range, ...others.map(({ range }) => range)]
  return {
    ...{ question: { ...plainQuestion, zone, ranges, ...more }, groups: [{ kind: "all" }] },
    ranges: [rangeOf(first), ...others.map(rangeOf)],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    computedFrom: "rows",
  }
}

const days = {
  range: { from: "2026-11-01", to: "2026-11-04" },
  from: "2026-11-01",
  to: "2026-11-04",
}
const before = { range: "previous" as const, from: "2026-10-28", to: "2026-10-31" }

test("the headline sums whole buckets, and compares them with theirs of before alone", () => {
  const headline = headlineOf(
    answerOf({ ...days, values: [10, 20, null, 1000], partial: [3] }, [
      { ...before, values: [5, 5, 5, 900] },
    ]),
  )
  expect(headline).toEqual({
    ...{ value: 30, scope: "whole", buckets: 3, unknown: 0 },
    deltas: [{ value: 30, before: 15, buckets: 3 }],
  })
})

test("a bucket of too few people is compared with nothing, on whichever side it is", () => {
  const headline = headlineOf(
    answerOf({ ...days, values: [1, null, 3, 4], states: "vsvv" }, [
      { ...before, values: [10, 20, null, 40], states: "vvsv" },
    ]),
  )
  expect(headline).toMatchObject({ value: 8, unknown: 1 })
  expect(headline.deltas).toEqual([{ value: 5, before: 50, buckets: 2 }])
})

test.each<[Measure, number]>([
  ["minimum", 10],
  ["maximum", 30],
  ["count", 60],
])("the %s of all whole buckets is told", (measure, value) => {
  const answer = answerOf({ ...days, values: [10, 20, 30, 99], partial: [3] }, [], { measure })
  expect(headlineOf(answer)).toMatchObject({ value, scope: "whole" })
})

test.each<Measure>(["average", "median", "p95"])(
  "the %s of the last whole bucket is told, for those of buckets cannot be put together",
  (measure) => {
    const given = { ...days, values: [10, 20, null, 99], partial: [3] }
    const answer = answerOf(given, [{ ...before, values: [1, 2, 3, 4] }], { measure })
    expect(headlineOf(answer)).toMatchObject({
      ...{ value: 20, scope: "last", bucket: 1 },
      deltas: [{ value: 20, before: 2, buckets: 1 }],
    })
  },
)

test("nothing is compared where there is nothing, and no value is not zero", () => {
  const nothing = answerOf({ ...days, values: [null, null, null, null] }, [
    { ...before, values: [1, 2, 3, 4] },
  ])
  expect(headlineOf(nothing)).toMatchObject({ value: null, deltas: [undefined] })
})

test("days of a year before are matched by their date, so that 29 February shifts nothing", () => {
  const first = { range: "last-30-days" as const, from: "2025-02-27", to: "2025-03-02" }
  const year = { range: "year" as const, from: "2024-02-27", to: "2024-03-02" }
  const values = [1, 2, 3, 4]
  const answer = answerOf({ ...first, values }, [{ ...year, values: [1, 2, 99, 3, 4] }])
  expect(matchBuckets(answer, 1)).toEqual([0, 1, 3, 4])
  const aligned = { ...answer, question: { ...answer.question, alignWeekdays: true } }
  expect(matchBuckets(aligned, 1)).toEqual([0, 1, 2, 3])
})

test("an hour that clocks showed twice last year is matched once", () => {
  const range = (from: string, to: string, kind: SeriesRange): RangeSeries => {
    const edges = bucketEdges({ from, to }, "hour", zone)
    return { range: kind, from, to, edges, partial: [], lines: [] }
  }
  const answer: SeriesAnswer = {
    ...answerOf({ ...days, values: [] }, [], { bucket: "hour" }),
    ranges: [range("2026-10-26", "2026-10-26", "today"), range("2025-10-26", "2025-10-26", "year")],
  }
  const match = matchBuckets(answer, 1)
  expect(match).toHaveLength(24)
  expect(match.slice(0, 5)).toEqual([0, 1, 2, 4, 5])
})

test("a target is compared with whole buckets while it is in force", () => {
  const answer = answerOf({ ...days, values: [100, 40, 60, 500], partial: [3] })
  const target = {
    name: "Budget",
    steps: [
      { from: "2026-11-02", value: 50 },
      { from: "2026-11-03", value: 55 },
    ],
  }
  expect(targetDelta(answer, target)).toEqual({
    ...{ bucket: 2, value: 60, target: 55, reached: 1, buckets: 2 },
  })
  expect(targetDelta(answer, { name: "Later", steps: [{ from: "2027-01-01", value: 1 }] })).toBe(
    undefined,
  )
})
