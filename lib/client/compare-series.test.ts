import fc from "fast-check"
import { expect, test } from "vitest"
import {
  addDays,
  type BucketSize,
  bucketEdges,
  bucketSizes,
  type DayRange,
  dayAt,
  type RangeSeries,
  resolveRanges,
  type SeriesRange,
  startOfWeek,
} from "@/lib/catalogue"
import { headlineOf, matchBuckets } from "./compare-series"
import {
  answerToDate,
  edgesBetween,
  figureOf,
  fourDays,
  oneGroupAnswer,
  zone,
} from "./testing/series-answers"

const own = figureOf("2026-11-01", "2026-11-03", 60)
const [from, to] = edgesBetween("2026-10-28", "2026-10-30")

test("the headline is of the days that have data, beside the same days of before", () => {
  const compared = { ...figureOf("2026-10-28", "2026-10-30", 50), first: own }
  expect(headlineOf(answerToDate(own, compared))).toEqual({
    value: 60,
    of: own,
    isToDate: true,
    isFromStart: false,
    deltas: [{ value: 60, before: 50, count: 3, from, to }],
  })
})

test("where before there are fewer days, as many are compared", () => {
  const first = figureOf("2026-11-01", "2026-11-02", 30)
  const compared = { ...figureOf("2026-10-28", "2026-10-29", 3), first }
  expect(headlineOf(answerToDate(own, compared))).toMatchObject({
    value: 60,
    deltas: [{ value: 30, before: 3, count: 2 }],
  })
})

test("what leaves out small groups is compared and says so, and what may not be told is not", () => {
  const ofState = (value: number | null, state: string) => {
    const first = figureOf("2026-11-01", "2026-11-03", value, state)
    return answerToDate(first, { ...figureOf("2026-10-28", "2026-10-30", 50), first })
  }
  expect(headlineOf(ofState(60, "p"))).toMatchObject({
    lack: "part",
    deltas: [{ value: 60, before: 50, count: 3, isPart: true }],
  })
  expect(headlineOf(ofState(null, "s"))).toMatchObject({ lack: "suppressed", deltas: [undefined] })
})

test("of days that are not copied nothing is shown, and why", () => {
  const unsynced = figureOf("2026-11-01", "2026-11-03", null, "u")
  const compared = { ...figureOf("2026-10-28", "2026-10-30", 50), first: unsynced }
  expect(headlineOf(answerToDate(unsynced, compared))).toMatchObject({
    value: null,
    lack: "unsynced",
    deltas: [undefined],
  })
  expect(headlineOf(answerToDate(undefined, undefined, "vvuv"))).toMatchObject({ lack: "unsynced" })
  expect(headlineOf(answerToDate(undefined, undefined, "ssss"))).toMatchObject({
    lack: "suppressed",
  })
})

test("nothing is compared where no day has data yet, and no value is not zero", () => {
  expect(headlineOf(answerToDate(undefined, undefined))).toEqual({
    value: null,
    isToDate: true,
    isFromStart: false,
    lack: "ahead",
    deltas: [undefined],
  })
  const empty = figureOf("2026-11-01", "2026-11-03", null, "m")
  const compared = { ...figureOf("2026-10-28", "2026-10-30", 50), first: empty }
  expect(headlineOf(answerToDate(empty, compared))).toMatchObject({
    value: null,
    deltas: [undefined],
  })
})

test("where the data begin within the days, the headline is of those from then on", () => {
  const late = figureOf("2026-11-02", "2026-11-04", 149)
  const answer = answerToDate(late, undefined, "bvvv")
  expect(headlineOf(answer)).toMatchObject({ value: 149, isToDate: false, isFromStart: true })
  expect(headlineOf(answer)).not.toHaveProperty("lack")
})

test("of days before the data nothing is shown, and none of them is still to come", () => {
  expect(headlineOf(answerToDate(undefined, undefined, "bbbb"))).toMatchObject({
    value: null,
    lack: "before",
    isToDate: false,
    deltas: [undefined],
  })
})

test("days of a year before are matched by their date, so that 29 February shifts nothing", () => {
  const first = { range: "last-30-days" as const, from: "2025-02-27", to: "2025-03-02" }
  const year = { range: "year" as const, from: "2024-02-27", to: "2024-03-02" }
  const values = [1, 2, 3, 4]
  const answer = oneGroupAnswer({ ...first, values }, [{ ...year, values: [1, 2, 99, 3, 4] }])
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
  const answer = oneGroupAnswer({ ...fourDays, values: [] }, [], { bucket })
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
