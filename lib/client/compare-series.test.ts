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

test("the headline covers the days with data and is compared with the same days before", () => {
  const compared = { ...figureOf("2026-10-28", "2026-10-30", 50), first: own }
  expect(headlineOf(answerToDate(own, compared))).toEqual({
    value: 60,
    of: own,
    isToDate: true,
    isFromStart: false,
    deltas: [{ value: 60, before: 50, count: 3, from, to }],
  })
})

test("if the range before has fewer days, only that many are compared", () => {
  const first = figureOf("2026-11-01", "2026-11-02", 30)
  const compared = { ...figureOf("2026-10-28", "2026-10-29", 3), first }
  expect(headlineOf(answerToDate(own, compared))).toMatchObject({
    value: 60,
    deltas: [{ value: 30, before: 3, count: 2 }],
  })
})

test("a value without small groups is compared and marked as partial; a suppressed one is not compared", () => {
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

test("days that are not synced show no value and the reason", () => {
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

test("nothing is compared if no day has data yet, and a missing value is not zero", () => {
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

test("if the data start within the range, the headline covers the days from then on", () => {
  const late = figureOf("2026-11-02", "2026-11-04", 149)
  const answer = answerToDate(late, undefined, "bvvv")
  expect(headlineOf(answer)).toMatchObject({ value: 149, isToDate: false, isFromStart: true })
  expect(headlineOf(answer)).not.toHaveProperty("lack")
})

test("days before the data show no value and do not count as future days", () => {
  expect(headlineOf(answerToDate(undefined, undefined, "bbbb"))).toMatchObject({
    value: null,
    lack: "before",
    isToDate: false,
    deltas: [undefined],
  })
})

test("days of the year before are matched by date, so 29 February causes no shift", () => {
  const first = { range: "last-30-days" as const, from: "2025-02-27", to: "2025-03-02" }
  const year = { range: "year" as const, from: "2024-02-27", to: "2024-03-02" }
  const values = [1, 2, 3, 4]
  const answer = oneGroupAnswer({ ...first, values }, [{ ...year, values: [1, 2, 99, 3, 4] }])
  expect(matchBuckets(answer, 1)).toEqual([0, 1, 3, 4])
  const aligned = { ...answer, question: { ...answer.question, alignWeekdays: true } }
  expect(matchBuckets(aligned, 1)).toEqual([0, 1, 2, 3])
})

/** Which buckets of the second range the buckets of the first are compared with. */
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

test("an hour that a clock change repeated last year is matched once", () => {
  const match = matchOf("hour", ["today", oneDay("2026-10-26")], ["year", oneDay("2025-10-26")])
  expect(match).toHaveLength(24)
  expect(match.slice(0, 5)).toEqual([0, 1, 2, 4, 5])
})

test("of an hour that a clock change repeats this year, the second is compared with nothing", () => {
  const match = matchOf("hour", ["today", oneDay("2026-10-25")], ["year", oneDay("2025-10-25")])
  expect(match).toHaveLength(25)
  expect(match.slice(0, 5)).toEqual([0, 1, 2, undefined, 3])
})

test("weeks are matched with the nearest week of the year before, even if its range starts mid-week", () => {
  const first = { from: "2026-01-05", to: "2026-03-29" }
  const year = { from: "2025-01-05", to: "2025-03-29" }
  expect(matchOf("week", [first, first], ["year", year])).toEqual(
    Array.from({ length: 12 }, (_, week) => week + 1),
  )
})

test("no bucket is matched twice, and matched weeks are 52 weeks apart", () => {
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
