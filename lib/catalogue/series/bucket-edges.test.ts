import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { addDays, dayAt } from "../day"
import { bucketEdges, hasTooManyBuckets, partialBuckets, wholeBuckets } from "./bucket-edges"
import { bucketLimit, bucketSizes } from "./query"
import { wallKey } from "./testing/wall-keys"

const hourMs = 3_600_000
const day = fc
  .date({ min: new Date("1975-01-01"), max: new Date("2045-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const zone = fc.constantFrom(
  "Europe/Copenhagen",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "America/Sao_Paulo",
  "UTC",
)

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const edgesOf = (from: string, to: string, ...rest: ["hour" | "day" | "week" | "year", string]) =>
  bucketEdges({ from, to }, ...rest)

describe("the buckets of a range", () => {
  it("follow the zone's clock and calendar for every bucket size", () => {
    const bucket = fc.constantFrom(...bucketSizes)
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 3,
      maxLength: 3,
    })
    fc.assert(
      fc.property(day, fc.nat(400), bucket, zone, shares, (from, count, bucket, zone, shares) => {
        const to = addDays(from, bucket === "hour" ? count % 40 : count)
        const edges = bucketEdges({ from, to }, bucket, zone)
        const key = (ms: number) => wallKey(ms, bucket, zone)
        expect(dayAt(edges[0] ?? 0, zone)).toBe(from)
        expect(dayAt((edges[0] ?? 0) - 1000, zone) < from).toBe(true)
        expect(dayAt((edges.at(-1) ?? 0) - 1000, zone)).toBe(to)
        expect(dayAt(edges.at(-1) ?? 0, zone) > to).toBe(true)
        for (const [index, end] of edges.slice(1).entries()) {
          const start = edges[index] ?? 0
          expect(start).toBeLessThan(end)
          for (const share of shares)
            expect(key(Math.floor(start + share * (end - 1 - start)))).toBe(key(start))
          if (index > 0) expect(key(start - 1)).not.toBe(key(start))
        }
      }),
      { numRuns: rounds({ test: 40, deep: 150 }) },
    )
  })

  it.each([
    ["2026-03-29", "Europe/Copenhagen", 23],
    ["2026-10-25", "Europe/Copenhagen", 25],
    ["2026-10-25", "Europe/Berlin", 25],
    ["2026-03-08", "America/New_York", 23],
    ["2026-11-01", "America/New_York", 25],
    ["2026-10-25", "Asia/Kolkata", 24],
    ["2026-04-05", "Australia/Lord_Howe", 25],
    ["2024-02-29", "Asia/Kolkata", 24],
  ])("on %s in %s are %i hours", (date, zone, hours) => {
    expect(edgesOf(date, date, "hour", zone)).toHaveLength(hours + 1)
  })

  it("include a repeated hour as two buckets and a repeated half hour as half a bucket", () => {
    const autumn = edgesOf("2026-10-25", "2026-10-25", "hour", "Europe/Copenhagen").map(iso)
    expect(autumn.slice(2, 5)).toEqual(["2026-10-25T00:00", "2026-10-25T01:00", "2026-10-25T02:00"])
    const edges = edgesOf("2026-04-05", "2026-04-05", "hour", "Australia/Lord_Howe")
    const lengths = edges.slice(1).map((end, index) => (end - (edges[index] ?? 0)) / hourMs)
    expect(lengths.slice(0, 4)).toEqual([1, 1, 0.5, 1])
  })

  it("omit a day that the zone skipped", () => {
    expect(edgesOf("2011-12-29", "2011-12-31", "day", "Pacific/Apia").map(iso)).toEqual([
      "2011-12-29T10:00",
      "2011-12-30T10:00",
      "2011-12-31T10:00",
    ])
  })

  it("start and end with the range, even in the middle of a week", () => {
    expect(edgesOf("2026-12-30", "2027-01-05", "week", "UTC").map(iso)).toEqual([
      "2026-12-30T00:00",
      "2027-01-04T00:00",
      "2027-01-06T00:00",
    ])
  })

  it("are checked against the limit before they are created", () => {
    const range = { from: "2000-01-01", to: "2060-01-01" }
    expect(hasTooManyBuckets(range, "day")).toBe(true)
    expect(hasTooManyBuckets(range, "week")).toBe(false)
    expect(hasTooManyBuckets({ from: "0001-01-02", to: "9999-12-29" }, "year")).toBe(false)
    fc.assert(
      fc.property(day, fc.nat(900), zone, (from, count, zone) => {
        const range = { from, to: addDays(from, count) }
        if (!hasTooManyBuckets(range, "hour"))
          expect(bucketEdges(range, "hour", zone).length - 2).toBeLessThanOrEqual(bucketLimit)
      }),
      { numRuns: 20 },
    )
  })
})

describe("a partial bucket", () => {
  const partial = (from: string, to: string, bucket: "day" | "week" | "year", now: string) => {
    const edges = bucketEdges({ from, to }, bucket, "UTC")
    return partialBuckets({ from, to }, bucket, edges, [-Infinity, Date.parse(now)])
  }

  it("has not ended", () => {
    expect(partial("2026-11-20", "2026-11-22", "day", "2026-11-21T12:00:00Z")).toEqual([1, 2])
    expect(partial("2026-11-20", "2026-11-22", "day", "2026-11-23T00:00:00Z")).toEqual([])
  })

  it("starts before the data", () => {
    const days = { from: "2026-01-01", to: "2026-12-31" }
    const edges = bucketEdges(days, "month", "UTC")
    const since = (moment: string) =>
      partialBuckets(days, "month", edges, [Date.parse(moment), Infinity])
    expect(since("2026-03-17T00:00:00Z")).toEqual([0, 1, 2])
    expect(since("2026-03-01T00:00:00Z")).toEqual([0, 1])
  })

  it("is the first or last one if the range cuts it", () => {
    expect(partial("2026-11-17", "2026-12-06", "week", "2027-01-01T00:00:00Z")).toEqual([0])
    expect(partial("2026-11-16", "2026-12-05", "week", "2027-01-01T00:00:00Z")).toEqual([2])
    expect(partial("2025-01-01", "2026-06-30", "year", "2027-01-01T00:00:00Z")).toEqual([1])
  })

  it("does not occur if the range consists of whole buckets", () => {
    const bucket = fc.constantFrom(...bucketSizes)
    fc.assert(
      fc.property(day, fc.nat(900), bucket, (from, count, bucket) => {
        const range = { from, to: addDays(from, bucket === "hour" ? count % 40 : count) }
        const whole = wholeBuckets(range, bucket)
        expect(wholeBuckets(whole, bucket)).toEqual(whole)
        const edges = bucketEdges(whole, bucket, "UTC")
        expect(edges).toHaveLength(bucketEdges(range, bucket, "UTC").length)
        expect(partialBuckets(whole, bucket, edges, [-Infinity, Infinity])).toEqual([])
      }),
      { numRuns: rounds({ test: 40, deep: 100 }) },
    )
  })
})
