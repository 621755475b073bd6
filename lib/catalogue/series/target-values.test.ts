import { describe, expect, test } from "vitest"
import {
  addDays,
  type BucketSize,
  bucketEdges,
  defaultSeriesQuery,
  type Measure,
  measures,
  startOfDay,
} from "@/lib/catalogue"
import { parseTarget, type Target } from "./target"
import { isProRated, targetBetween, targetValues } from "./target-values"

const zone = "Europe/Copenhagen"
const wholeRange = { from: "2026-10-24", to: "2026-11-22" }

const target = (text: string): Target => {
  const found = parseTarget(text)
  if (!found) throw new Error(`${text} is no target.`)
  return found
}

const edgesOf = (from: string, to: string) =>
  [Date.parse(startOfDay(from, zone)), Date.parse(startOfDay(addDays(to, 1), zone))] as const

interface AnswerSettings {
  readonly bucket?: BucketSize
  readonly measure?: Measure
}

const between = (
  text: string,
  edges: readonly [number, number],
  { bucket = "day", measure = "sum" }: AnswerSettings = {},
) =>
  targetBetween(target(text), edges, {
    question: { ...defaultSeriesQuery, bucket, measure, zone },
    ranges: [wholeRange],
  })

/** The target of each hour of the given days. */
function inHours(text: string, from: string, to = from) {
  const edges = bucketEdges({ from, to }, "hour", zone)
  const question = { ...defaultSeriesQuery, bucket: "hour" as const, zone }
  return targetValues(target(text), { question, ranges: [{ ...wholeRange, edges, partial: [] }] })
}

test("each bucket has its share of a target, and a week cut by the range the share of its days", () => {
  const days = { from: "2026-10-24", to: "2026-11-05" }
  const edges = bucketEdges(days, "week", zone)
  const question = { ...defaultSeriesQuery, bucket: "week" as const, zone }
  const dated = { question, ranges: [{ ...days, edges, partial: [] as number[] }] as const }
  expect(targetValues(target("Goal@day@2025-01-01:10"), dated)).toEqual([20, 70, 40])
  expect(targetValues(target("Goal@2025-01-01:70"), dated)[1]).toBe(70)
  const average = { ...dated, question: { ...question, measure: "average" as const } }
  expect(targetValues(target("Goal@month@2025-01-01:80"), average)).toEqual([80, 80, 80])
})

test("a bucket that has not ended has the target of its counted days", () => {
  const days = { from: "2026-11-02", to: "2026-11-08" }
  const edges = bucketEdges(days, "week", zone)
  const question = { ...defaultSeriesQuery, bucket: "week" as const, zone }
  const counted = {
    from: "2026-11-02",
    to: "2026-11-03",
    edges: edgesOf("2026-11-02", "2026-11-03"),
  }
  const ofWeek = (partial: number[]) =>
    targetValues(target("Goal@week@2025-01-01:70"), {
      question,
      ranges: [{ ...days, edges, partial, counted }],
    })
  expect(ofWeek([0])).toEqual([20])
  expect(ofWeek([])).toEqual([70])
})

describe("the share of a period's target for some days", () => {
  test.each([
    ["day", "2026-10-24", "2026-11-15", 2300],
    ["week", "2026-11-09", "2026-11-15", 100],
    ["week", "2026-11-09", "2026-11-12", (100 * 4) / 7],
    ["month", "2026-11-01", "2026-11-30", 100],
    ["month", "2026-10-24", "2026-11-15", (100 * 8) / 31 + (100 * 15) / 30],
    ["month", "2026-02-01", "2026-02-14", 50],
    ["quarter", "2026-10-01", "2026-12-31", 100],
    ["quarter", "2026-10-01", "2026-11-15", (100 * 46) / 92],
    ["year", "2026-01-01", "2026-12-31", 100],
    ["year", "2026-01-01", "2026-01-31", (100 * 31) / 365],
    ["range", "2026-10-24", "2026-11-22", 100],
    ["range", "2026-10-24", "2026-11-15", (100 * 23) / 30],
  ])("per %s: %s to %s", (period, from, to, due) => {
    expect(between(`Goal@${period}@2025-01-01:100`, edgesOf(from, to))).toBeCloseTo(due, 9)
  })

  test("whole periods have the exact target, without rounding errors", () => {
    for (const value of [0.1, 99.99, 1e9 / 3]) {
      const text = `Goal@month@2025-01-01:${value.toFixed(6)}`
      expect(between(text, edgesOf("2026-10-01", "2026-10-31"))).toBe(Number(value.toFixed(6)))
    }
  })

  test("each step applies from its local midnight on; before the first step there is no target", () => {
    const text = "Goal@month@2026-10-01:310@2026-11-01:600"
    expect(between(text, edgesOf("2026-10-30", "2026-11-02"))).toBeCloseTo(10 + 10 + 20 + 20, 9)
    expect(between(text, edgesOf("2026-09-30", "2026-10-02"))).toBeNull()
    const midnight = Date.parse("2026-09-30T22:00:00Z")
    expect(between(text, [midnight, midnight + 3_600_000])).toBeCloseTo(10 / 24, 9)
    const hours = inHours(text, "2026-09-30", "2026-10-01")
    expect(hours[23]).toBeNull()
    expect(hours[24]).toBeCloseTo(10 / 24, 9)
  })
})

describe("a saved target without a period", () => {
  const text = "Goal@2025-01-01:100"
  test.each<[BucketSize, string, string, number]>([
    ["day", "2026-11-15", "2026-11-15", 100],
    ["day", "2026-10-24", "2026-11-15", 2300],
    ["week", "2026-11-09", "2026-11-15", 100],
    ["month", "2026-11-01", "2026-11-15", 50],
    ["year", "2026-01-01", "2026-12-31", 100],
  ])("applies to each %s: %s to %s", (bucket, from, to, due) => {
    expect(between(text, edgesOf(from, to), { bucket })).toBe(due)
  })

  test("applies to each hour in hourly buckets, including a repeated hour", () => {
    expect(inHours(text, "2026-10-25")).toEqual(Array(25).fill(100))
    const [from, to] = edgesOf("2026-10-25", "2026-10-25")
    expect(between(text, [from, to], { bucket: "hour" })).toBe(2500)
  })

  test("uses each day's own step for its hours, and is null if a day has none", () => {
    const steps = "Goal@2026-11-02:1@2026-11-03:3"
    const [from, to] = edgesOf("2026-11-02", "2026-11-03")
    const hour = { bucket: "hour" as const }
    expect(between(steps, [from, to], hour)).toBe(24 + 72)
    expect(between(steps, [from, to - 12 * 3_600_000], hour)).toBe(24 + 36)
    expect(between(steps, edgesOf("2026-11-01", "2026-11-02"), hour)).toBeNull()
  })
})

test("a day's target is split over its hours, also on days of 23 and 25 hours", () => {
  for (const day of ["2026-03-29", "2026-10-25", "2026-11-15"]) {
    const all = inHours("Goal@day@2025-01-01:100", day)
    expect(all.reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBeCloseTo(100, 9)
  }
  const half = edgesOf("2026-11-14", "2026-11-15")
  const noon = [half[0], half[1] - 12 * 3_600_000] as const
  expect(between("Goal@day@2025-01-01:100", noon)).toBeCloseTo(150, 9)
})

test("a partly included day counts by its included hours", () => {
  const begins = Date.parse("2026-11-02T13:00:00Z")
  const ends = (moment: string): readonly [number, number] => [begins, Date.parse(moment)]
  expect(between("Goal@day@2026-01-01:24", ends("2026-11-02T23:00:00Z"))).toBe(10)
  expect(between("Goal@day@2026-01-01:24", ends("2026-11-02T15:00:00Z"))).toBe(2)
  expect(between("Goal@day@2026-01-01:24", ends("2026-11-05T05:00:00Z"))).toBe(10 + 48 + 6)
  expect(between("Goal@day@2026-11-03:24", ends("2026-11-03T23:00:00Z"))).toBeNull()
})

test("only sum and count targets are prorated; other measures keep the whole target", () => {
  for (const measure of measures.filter((each) => !isProRated(each)))
    for (const period of ["day", "month", "range"])
      expect(
        between(`Goal@${period}@2026-01-01:80`, edgesOf("2026-11-02", "2026-11-15"), { measure }),
      ).toBe(80)
  expect(measures.filter(isProRated)).toEqual(["sum", "count"])
})
