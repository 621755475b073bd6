import fc from "fast-check"
import { expect, test } from "vitest"
import {
  addDays,
  type BucketSize,
  bucketEdges,
  bucketSizes,
  type DayRange,
  dayAt,
  type Measure,
  plainQuestion,
  type RangeSeries,
  resolveRanges,
  type SeriesAnswer,
  type SeriesQuestion,
  type SeriesRange,
  startOfWeek,
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

const edgesOf = (from: string, to: string) => bucketEdges({ from, to }, "day", zone)

const rangeOf = ({ range, from, to, values, states, partial = [] }: Given): RangeSeries => ({
  ...{ range, from, to, partial, edges: edgesOf(from, to) },
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
/** Where some of the days before begin and end. */
const stretch = (first: number, last: number) => {
  const edges = edgesOf(before.from, before.to)
  return { from: edges[first] ?? 0, to: edges[last + 1] ?? 0 }
}

test("the headline sums whole buckets, and compares them with theirs of before alone", () => {
  const headline = headlineOf(
    answerOf({ ...days, values: [10, 20, null, 1000], partial: [3] }, [
      { ...before, values: [5, 5, 5, 900] },
    ]),
  )
  expect(headline).toEqual({
    ...{ value: 30, scope: "whole", buckets: 3, unknown: 0 },
    deltas: [{ value: 30, before: 15, buckets: 3, ...stretch(0, 2) }],
  })
})

test("a bucket that is told without small groups counts for the sum, as unknown, and is compared with nothing", () => {
  const headline = headlineOf(
    answerOf({ ...days, values: [1, 2, 3, 4], states: "vpvv" }, [
      { ...before, values: [10, 20, 30, 40], states: "vvpv" },
    ]),
  )
  expect(headline).toMatchObject({ value: 10, unknown: 1, deltas: [{ value: 5, before: 50 }] })
})

test("a bucket of too few people is compared with nothing, on whichever side it is", () => {
  const headline = headlineOf(
    answerOf({ ...days, values: [1, null, 3, 4], states: "vsvv" }, [
      { ...before, values: [10, 20, null, 40], states: "vvsv" },
    ]),
  )
  expect(headline).toMatchObject({ value: 8, unknown: 1 })
  expect(headline.deltas).toEqual([{ value: 5, before: 50, buckets: 2, ...stretch(0, 3) }])
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
      deltas: [{ value: 20, before: 2, buckets: 1, ...stretch(1, 1) }],
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

/** Which buckets stand below those of some days. */
function matchOf(bucket: BucketSize, ...given: readonly [SeriesRange, DayRange][]) {
  const ranges = given.map(([range, days]): RangeSeries => {
    return { range, ...days, edges: bucketEdges(days, bucket, zone), partial: [], lines: [] }
  })
  const [first, ...others] = ranges
  if (!first) throw new Error("An answer has a range.")
  const answer = answerOf({ ...days, values: [] }, [], { bucket })
  return matchBuckets({ ...answer, ranges: [first, ...others] }, 1)
}

const oneDay = (day: string): DayRange => ({ from: day, to: day })

test("an hour that clocks showed twice last year is matched once", () => {
  const match = matchOf("hour", ["today", oneDay("2026-10-26")], ["year", oneDay("2025-10-26")])
  expect(match).toHaveLength(24)
  expect(match.slice(0, 5)).toEqual([0, 1, 2, 4, 5])
})

test("of an hour that clocks show twice this year, the second is compared with nothing", () => {
  const match = matchOf("hour", ["today", oneDay("2026-10-25")], ["year", oneDay("2025-10-25")])
  expect(match).toHaveLength(25)
  expect(match.slice(0, 5)).toEqual([0, 1, 2, undefined, 3])
})

test("weeks are matched with those a year before that begin nearest to their date, also where that year begins within a week", () => {
  const first = { from: "2026-01-05", to: "2026-03-29" }
  const year = { from: "2025-01-05", to: "2025-03-29" }
  expect(matchOf("week", [first, first], ["year", year])).toEqual(
    Array.from({ length: 12 }, (_, week) => week + 1),
  )
})

test("no bucket is compared twice, and weeks of a year before begin 52 weeks earlier", () => {
  const day = fc
    .date({ min: new Date("1990-01-01"), max: new Date("2045-12-30"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const bucket = fc.constantFrom(...bucketSizes)
  fc.assert(
    fc.property(day, fc.nat(60), bucket, (from, count, bucket) => {
      const first = { from, to: addDays(from, count) }
      const ranges = [first, "year"] as const
      const [, year = first] = resolveRanges(
        { ranges, alignWeekdays: false, bucket },
        { today: from },
      )
      const match = matchOf(bucket, [first, first], ["year", year])
      const matched = match.filter((at) => at !== undefined)
      expect(matched).toEqual([...new Set(matched)].toSorted((one, other) => one - other))
      if (bucket !== "week") return
      const mondays = (days: DayRange) =>
        bucketEdges(days, bucket, zone).map((edge) => startOfWeek(dayAt(edge, zone)))
      const [these, those] = [mondays(first), mondays(year)]
      for (const [here, at] of match.entries())
        if (at !== undefined) expect(those[at]).toBe(addDays(these[here] ?? "", -364))
    }),
    { numRuns: 200 },
  )
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
