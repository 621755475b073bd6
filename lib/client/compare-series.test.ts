import fc from "fast-check"
import { expect, test } from "vitest"
import {
  addDays,
  type BucketSize,
  bucketEdges,
  bucketSizes,
  type DayRange,
  type DaysFigure,
  dayAt,
  type FigureToDate,
  plainQuestion,
  type RangeSeries,
  resolveRanges,
  type SeriesAnswer,
  type SeriesQuestion,
  type SeriesRange,
  startOfWeek,
} from "@/lib/catalogue"
import { headlineOf, matchBuckets, targetDelta } from "./compare-series"
import type { Target, TargetPeriod } from "./target"

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
  range,
  from,
  to,
  partial,
  edges: edgesOf(from, to),
  lines: [
    {
      group: 0,
      values,
      counts: values.map(() => 1),
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
    question: { ...plainQuestion, zone, ranges, ...more },
    groups: [{ kind: "all" }],
    ranges: [rangeOf(first), ...others.map(rangeOf)],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    dataStart: { day: null, from: null },
    dataEnd: { cutoff: "2026-11-03", until: Date.parse("2026-11-03T23:00:00Z"), isBehind: false },
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
/** Where some days begin and end. */
const edgesBetween = (from: string, to: string): [number, number] => {
  const edges = edgesOf(from, to)
  return [edges[0] ?? 0, edges.at(-1) ?? 0]
}
const figure = (from: string, to: string, value: number | null, state = "v"): DaysFigure => {
  const edges = edgesBetween(from, to)
  return { from, to, edges, value, state, count: value, days: edgesOf(from, to).length - 1 }
}

/** Four days, the last of which runs, of which the first three are told beside those before them. */
function toDate(own: DaysFigure | undefined, compared: FigureToDate | undefined, states = "vvvv") {
  const answer = answerOf({ ...days, values: [10, 20, 30, 99], states, partial: [3] }, [
    { ...before, values: [1, 2, 3, 4] },
  ])
  const [first, other] = answer.ranges
  if (!other) throw new Error("It is compared.")
  const told: SeriesAnswer = {
    ...answer,
    ranges: [
      { ...first, ...(own && { toDate: own }) },
      { ...other, ...(compared && { toDate: compared }) },
    ],
  }
  return told
}
const own = figure("2026-11-01", "2026-11-03", 60)
const [from, to] = edgesBetween("2026-10-28", "2026-10-30")

test("the headline is of the days that have data, beside the same days of before", () => {
  const compared = { ...figure("2026-10-28", "2026-10-30", 50), first: own }
  expect(headlineOf(toDate(own, compared))).toEqual({
    value: 60,
    of: own,
    isToDate: true,
    isFromStart: false,
    deltas: [{ value: 60, before: 50, count: 3, unit: "days", from, to }],
  })
})

test("where before there are fewer days, as many are compared", () => {
  const first = figure("2026-11-01", "2026-11-02", 30)
  const compared = { ...figure("2026-10-28", "2026-10-29", 3), first }
  expect(headlineOf(toDate(own, compared))).toMatchObject({
    value: 60,
    deltas: [{ value: 30, before: 3, count: 2 }],
  })
})

test.each([
  ["p", 60, "part"],
  ["s", null, "suppressed"],
])(
  "of days in the state %s the known buckets are compared, nobody left out of them",
  (state, value, lack) => {
    const first = figure("2026-11-01", "2026-11-03", value, state)
    const compared = { ...figure("2026-10-28", "2026-10-30", 50), first }
    expect(headlineOf(toDate(first, compared, "vpvv"))).toMatchObject({
      value,
      lack,
      deltas: [{ value: 40, before: 4, count: 2, unit: "buckets", from, to }],
    })
  },
)

test("of days that are not copied nothing is told, and why", () => {
  const unsynced = figure("2026-11-01", "2026-11-03", null, "u")
  const compared = { ...figure("2026-10-28", "2026-10-30", 50), first: unsynced }
  expect(headlineOf(toDate(unsynced, compared))).toMatchObject({
    value: null,
    lack: "unsynced",
    deltas: [undefined],
  })
  expect(headlineOf(toDate(undefined, undefined, "vvuv"))).toMatchObject({ lack: "unsynced" })
  expect(headlineOf(toDate(undefined, undefined, "ssss"))).toMatchObject({ lack: "suppressed" })
})

test("nothing is compared where no day has data yet, and no value is not zero", () => {
  expect(headlineOf(toDate(undefined, undefined))).toEqual({
    value: null,
    isToDate: true,
    isFromStart: false,
    lack: "ahead",
    deltas: [undefined],
  })
  const empty = figure("2026-11-01", "2026-11-03", null, "m")
  const compared = { ...figure("2026-10-28", "2026-10-30", 50), first: empty }
  expect(headlineOf(toDate(empty, compared))).toMatchObject({ value: null, deltas: [undefined] })
})

test("where the data begin within the days, the headline is of those from then on", () => {
  const late = figure("2026-11-02", "2026-11-04", 149)
  const answer = toDate(late, undefined, "bvvv")
  expect(headlineOf(answer)).toMatchObject({ value: 149, isToDate: false, isFromStart: true })
  expect(headlineOf(answer)).not.toHaveProperty("lack")
})

test("of days before the data nothing is told, and none of them is still to come", () => {
  expect(headlineOf(toDate(undefined, undefined, "bbbb"))).toMatchObject({
    value: null,
    lack: "before",
    isToDate: false,
    deltas: [undefined],
  })
})

test("buckets before the data and the one that they begin in are compared with nothing, where buckets are", () => {
  const first = figure("2026-11-02", "2026-11-03", null, "s")
  const compared = { ...figure("2026-10-29", "2026-10-30", 5), first }
  const [range, other] = toDate(first, compared).ranges
  if (!other) throw new Error("It is compared.")
  const [line] = other.lines
  if (!line) throw new Error("It has a line.")
  const lines = [{ ...line, values: [null, 2, 3, 4], states: "bvvv" }]
  const answer: SeriesAnswer = {
    ...toDate(first, compared),
    ranges: [range, { ...other, lines, partial: [0, 1] }],
  }
  expect(headlineOf(answer).deltas).toMatchObject([{ value: 30, before: 3, count: 1 }])
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

const budget = (period?: TargetPeriod, from = "2026-01-01", value = 30): Target => ({
  name: "Budget",
  steps: [{ from, value }],
  ...(period && { period }),
})

test("a target is compared with what it is of: a month's with the part that the days are of it", () => {
  const answer = toDate(own, undefined)
  expect(targetDelta(answer, budget("month"))).toEqual({
    value: 60,
    target: 3,
    step: 30,
    unit: "month",
    days: 3,
    reached: 3,
    buckets: 3,
  })
  expect(targetDelta(answer, budget("day"))).toMatchObject({ target: 90, reached: 1, buckets: 3 })
  expect(targetDelta(answer, budget("range"))).toMatchObject({ target: 22.5, unit: "range" })
})

test("a target that changes on the compared days has no one value to name", () => {
  const [{ from, value }] = budget().steps as [{ from: string; value: number }]
  const changing = {
    ...budget("day"),
    steps: [
      { from, value },
      { from: "2026-11-02", value: 60 },
    ],
  }
  const delta = targetDelta(toDate(own, undefined), changing)
  expect(delta).toMatchObject({ target: 150, days: 3 })
  expect(delta).not.toHaveProperty("step")
})

test("a saved target without a period is of each bucket", () => {
  expect(targetDelta(toDate(own, undefined), budget())).toMatchObject({
    value: 60,
    target: 90,
    step: 30,
    unit: "day",
    days: 3,
    reached: 1,
  })
})

test("where a target is in force on some of the days, the whole buckets are compared in which it is", () => {
  const answer = toDate(own, undefined)
  expect(targetDelta(answer, budget("day", "2026-11-02"))).toEqual({
    value: 50,
    target: 60,
    step: 30,
    unit: "day",
    reached: 1,
    buckets: 2,
  })
  expect(targetDelta(answer, budget("day", "2027-01-01"))).toBeUndefined()
})

test("days that are left out or not known are not compared with a target", () => {
  const part = figure("2026-11-01", "2026-11-03", 60, "p")
  expect(targetDelta(toDate(part, undefined, "vpvv"), budget("day"))).toMatchObject({
    value: 40,
    target: 60,
    buckets: 2,
  })
  expect(targetDelta(toDate(undefined, undefined, "uuuu"), budget("day"))).toBeUndefined()
})

test("an average is compared with the value in force at the end, whatever the period", () => {
  const answer = toDate(own, undefined)
  const average: SeriesAnswer = { ...answer, question: { ...answer.question, measure: "average" } }
  expect(targetDelta(average, budget("year"))).toMatchObject({ value: 60, target: 30, reached: 1 })
})
