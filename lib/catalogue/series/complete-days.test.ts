import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, dayAt } from "../day"
import { type DayRange, type Preset, presets } from "../periods"
import { countedDays, type DataSpan, dataSpanOf } from "./complete-days"
import { wholeMonths } from "./month-shift"
import { type BucketSize, bucketSizes, defaultSeriesQuery, type SeriesRange } from "./query"
import { resolveRanges } from "./resolve-ranges"

const zone = "Europe/Copenhagen"
const at = (text: string) => Date.parse(text)
const now = at("2026-11-22T17:20:00Z")

/** Data between two moments. */
const spanOf = (from: number | undefined, until: number): DataSpan => ({
  dataStart: { day: from === undefined ? null : dayAt(from, zone), from: from ?? null },
  dataEnd: { cutoff: dayAt(until - 1, zone), until, isBehind: false },
})

describe("the start and end of the data", () => {
  const end = (last: string, more: { knownUntil?: string; zone?: string } = {}) =>
    dataSpanOf(
      { last: at(last), now, knownUntil: more.knownUntil ? at(more.knownUntil) : now },
      "day",
      more.zone ?? zone,
    ).dataEnd

  test("the data end with the day of the last point, even if it is days ago", () => {
    expect(end("2026-11-15T12:00:00Z")).toEqual({
      cutoff: "2026-11-15",
      until: at("2026-11-15T23:00:00Z"),
      isBehind: true,
    })
  })

  test("today and future days do not count, because they have not ended", () => {
    for (const last of ["2026-11-22T12:00:00Z", "2027-03-01T12:00:00Z"])
      expect(end(last)).toMatchObject({ cutoff: "2026-11-21", isBehind: false })
    expect(end("2026-11-21T12:00:00Z")).toMatchObject({ cutoff: "2026-11-21", isBehind: false })
  })

  test("days follow the calendar of the zone", () => {
    const late = "2026-11-15T23:30:00Z"
    expect(end(late).cutoff).toBe("2026-11-16")
    expect(end(late, { zone: "America/New_York" }).cutoff).toBe("2026-11-15")
  })

  test("a day that is not yet fully synced does not count", () => {
    expect(end("2026-11-21T12:00:00Z", { knownUntil: "2026-11-21T15:00:00Z" })).toMatchObject({
      cutoff: "2026-11-20",
      isBehind: true,
    })
  })

  test("the data end with an hour for hourly buckets, and have no end without points", () => {
    const hours = { last: at("2026-11-22T12:10:00Z"), now, knownUntil: now }
    expect(dataSpanOf(hours, "hour", zone).dataEnd).toEqual({
      cutoff: "2026-11-22",
      until: at("2026-11-22T13:00:00Z"),
      isBehind: true,
    })
    expect(dataSpanOf({ now, knownUntil: now }, "day", zone)).toEqual({
      dataStart: { day: null, from: null },
      dataEnd: { cutoff: null, until: null, isBehind: false },
    })
  })

  test("the data start with the day or hour of the first point in the zone", () => {
    const known = { first: at("2024-11-16T23:40:00Z"), last: now, now, knownUntil: now }
    expect(dataSpanOf(known, "day", zone).dataStart).toEqual({
      day: "2024-11-17",
      from: at("2024-11-16T23:00:00Z"),
    })
    expect(dataSpanOf(known, "day", "UTC").dataStart.day).toBe("2024-11-16")
    expect(dataSpanOf(known, "hour", "Asia/Kolkata").dataStart).toEqual({
      day: "2024-11-17",
      from: at("2024-11-16T23:30:00Z"),
    })
  })
})

interface Requested {
  readonly range: SeriesRange
  readonly other?: SeriesRange
  readonly bucket?: BucketSize
  readonly begins?: string
  readonly cutoff?: string
  readonly today?: string
}

/** The days that count, as text. */
function counted({ range, other = "previous", bucket = "day", ...on }: Requested) {
  const { begins = "2020-01-01", cutoff = "2026-11-15", today = "2026-11-22" } = on
  const ranges = [range, other] as const
  const query = { ...defaultSeriesQuery, zone, ranges, bucket }
  const days = resolveRanges(query, { today, first: begins, last: cutoff })
  const last = at(`${cutoff}T12:00:00Z`)
  const moment = at(`${today}T17:20:00Z`)
  const known = { first: at(`${begins}T12:00:00Z`), last, now: moment, knownUntil: moment }
  const [first, compared] = countedDays(query, days, dataSpanOf(known, "day", zone))
  const text = (found: { from: string; to: string } | undefined) =>
    found && `${found.from}..${found.to}`
  return { own: text(first), first: text(compared?.first), before: text(compared?.own) }
}

describe("the days that count", () => {
  test.each<[SeriesRange, SeriesRange, string | undefined, string | undefined]>([
    ["last-30-days", "year", "2026-10-24..2026-11-15", "2025-10-24..2025-11-15"],
    ["last-30-days", "previous", "2026-10-24..2026-11-15", "2026-09-24..2026-10-16"],
    ["this-month", "previous", "2026-11-01..2026-11-15", "2026-10-01..2026-10-15"],
    ["this-month", "year", "2026-11-01..2026-11-15", "2025-11-01..2025-11-15"],
    ["this-quarter", "previous", "2026-10-01..2026-11-15", "2026-07-01..2026-08-15"],
    ["this-year", "year", "2026-01-01..2026-11-15", "2025-01-01..2025-11-15"],
    ["last-12-months", "year", "2025-11-01..2026-10-31", "2024-11-01..2025-10-31"],
    ["this-week", "previous", undefined, undefined],
    ["today", "previous", undefined, undefined],
  ])("for %s compared with %s: %s and %s", (range, other, own, before) => {
    expect(counted({ range, other })).toEqual({ own, first: own, before })
  })

  test("whole months are compared with whole months, and a month to date with the same dates that exist", () => {
    const march = { range: { from: "2026-03-01", to: "2026-03-31" } }
    for (const bucket of bucketSizes)
      expect(counted({ ...march, bucket })).toEqual({
        own: "2026-03-01..2026-03-31",
        first: "2026-03-01..2026-03-31",
        before: "2026-02-01..2026-02-28",
      })
    expect(counted({ range: { from: "2026-02-01", to: "2026-02-28" } })).toMatchObject({
      first: "2026-02-01..2026-02-28",
      before: "2026-01-01..2026-01-31",
    })
    const running = { range: "this-month", bucket: "month", today: "2026-03-31" } as const
    expect(counted({ ...running, cutoff: "2026-03-30" })).toMatchObject({
      first: "2026-03-01..2026-03-30",
      before: "2026-02-01..2026-02-28",
    })
  })

  test("today is compared with the same clock hours of yesterday, across a clock change", () => {
    const query = { ...defaultSeriesQuery, zone, ranges: ["today", "previous"] as const }
    const days = [
      { from: "2026-10-25", to: "2026-10-25" },
      { from: "2026-10-24", to: "2026-10-24" },
    ] as const
    const until = at("2026-10-25T12:00:00Z")
    const [first, compared] = countedDays(query, [...days], spanOf(undefined, until))
    expect(first?.edges).toEqual([at("2026-10-24T22:00:00Z"), until])
    expect(compared?.own.edges).toEqual([at("2026-10-23T22:00:00Z"), at("2026-10-24T11:00:00Z")])
  })

  test.each<[SeriesRange, SeriesRange, string, string, string]>([
    [
      ...(["last-12-months", "year"] as const),
      "2025-11-01..2026-10-31",
      "2025-11-16..2026-10-31",
      "2024-11-16..2025-10-31",
    ] as never,
    [
      ...(["last-90-days", "previous"] as const),
      "2026-08-25..2026-11-15",
      "2026-08-25..2026-11-15",
      "2026-05-27..2026-08-17",
    ] as never,
  ])("for data since November 2024 and %s compared with %s: %s, %s and %s", (...row) => {
    const [range, other, own, first, before] = row
    expect(counted({ range, other, begins: "2024-11-16" })).toEqual({ own, first, before })
  })

  test("the comparison starts with the data if either range starts before them", () => {
    const days = { range: { from: "2026-03-01", to: "2026-03-20" } } as const
    // Only the compared range starts before the data.
    expect(counted({ ...days, begins: "2026-02-14" })).toEqual({
      own: "2026-03-01..2026-03-20",
      first: "2026-03-06..2026-03-20",
      before: "2026-02-14..2026-02-28",
    })
    // Both ranges start before the data, and the compared one has no days left.
    expect(counted({ ...days, begins: "2026-03-05" })).toEqual({
      own: "2026-03-05..2026-03-20",
      first: undefined,
      before: undefined,
    })
    // Only the first range starts before the data; the compared one is later.
    const later = { from: "2026-04-01", to: "2026-04-20" }
    expect(counted({ ...days, other: later, begins: "2026-03-05" })).toEqual({
      own: "2026-03-05..2026-03-20",
      first: "2026-03-05..2026-03-20",
      before: "2026-04-05..2026-04-20",
    })
    expect(counted({ ...days, other: later, begins: "2026-03-21" })).toEqual({
      own: undefined,
      first: undefined,
      before: undefined,
    })
  })

  test("a month in which the data start is compared by date, a whole month as a whole", () => {
    const march = { range: { from: "2026-03-01", to: "2026-03-31" }, bucket: "month" } as const
    expect(counted({ ...march, begins: "2026-02-10" })).toMatchObject({
      first: "2026-03-10..2026-03-31",
      before: "2026-02-10..2026-02-28",
    })
    const february = { range: { from: "2026-02-01", to: "2026-02-28" }, bucket: "month" } as const
    expect(counted({ ...february, begins: "2026-01-01" })).toMatchObject({
      first: "2026-02-01..2026-02-28",
      before: "2026-01-01..2026-01-31",
    })
    expect(counted({ ...february, begins: "2026-01-02" })).toMatchObject({
      first: "2026-02-02..2026-02-28",
      before: "2026-01-02..2026-01-28",
    })
    expect(counted({ ...february, begins: "2026-01-30" })).toMatchObject({ first: undefined })
    for (const bucket of ["quarter", "year"] as const)
      expect(
        counted({ range: "this-quarter", other: "previous", bucket, begins: "2026-07-20" }),
      ).toMatchObject({
        first: "2026-10-20..2026-11-15",
        before: "2026-07-20..2026-08-15",
      })
  })

  test("a comparison does not start on 29 February, which other years lack", () => {
    const days = { range: { from: "2025-02-01", to: "2025-03-31" }, other: "year" } as const
    expect(counted({ ...days, begins: "2024-02-29" })).toMatchObject({
      first: "2025-03-01..2025-03-31",
      before: "2024-03-01..2024-03-31",
    })
    const leap = { range: { from: "2024-02-01", to: "2024-03-31" }, other: "year" } as const
    expect(counted({ ...leap, begins: "2023-02-28" })).toMatchObject({
      first: "2024-02-28..2024-03-31",
      before: "2023-02-28..2023-03-31",
    })
  })

  test("the same clock hours count on both days, across a clock change", () => {
    const query = { ...defaultSeriesQuery, zone, ranges: ["today", "previous"] as const }
    const days = [
      { from: "2026-10-25", to: "2026-10-25" },
      { from: "2026-10-24", to: "2026-10-24" },
    ] as const
    const span = spanOf(at("2026-10-24T08:00:00Z"), at("2026-10-25T12:00:00Z"))
    const [first, compared] = countedDays(query, [...days], span)
    expect(first?.edges).toEqual([at("2026-10-24T22:00:00Z"), at("2026-10-25T12:00:00Z")])
    expect(compared?.first.edges).toEqual([at("2026-10-25T09:00:00Z"), at("2026-10-25T12:00:00Z")])
    expect(compared?.own.edges).toEqual([at("2026-10-24T08:00:00Z"), at("2026-10-24T11:00:00Z")])
    const late = spanOf(at("2026-10-24T11:00:00Z"), at("2026-10-25T12:00:00Z"))
    expect(countedDays(query, [...days], late)[1]).toBeUndefined()
  })

  test("a day that starts after midnight because of a clock change is whole", () => {
    // In Beirut clocks were set forward at midnight of 31 March 2024.
    const query = {
      ...defaultSeriesQuery,
      zone: "Asia/Beirut",
      ranges: ["last-7-days", "previous"] as const,
    }
    const days = [
      { from: "2024-03-30", to: "2024-04-03" },
      { from: "2024-03-25", to: "2024-03-29" },
    ] as const
    const span = spanOf(at("2024-03-25T22:00:00Z"), at("2024-03-30T22:00:00Z"))
    const [, compared] = countedDays(query, [...days], span)
    expect(compared).toBeUndefined()
    const [, pair] = countedDays(query, [...days], spanOf(undefined, at("2024-03-30T22:00:00Z")))
    expect(pair?.own).toEqual({
      from: "2024-03-25",
      to: "2024-03-25",
      edges: [at("2024-03-24T22:00:00Z"), at("2024-03-25T22:00:00Z")],
    })
  })

  test("for any ranges, only days with data count, and both sides are equally long", () => {
    const preset = fc.constantFrom<Preset>(...presets)
    const other = fc.constantFrom<SeriesRange>("previous", "year", "last-90-days", "this-year")
    fc.assert(
      fc.property(
        preset,
        other,
        fc.constantFrom(...bucketSizes),
        fc.nat(3000),
        fc.nat(40),
        fc.nat(900),
        (range, compared, bucket, later, behind, before) => {
          fc.pre(range !== compared)
          const today = addDays("2020-01-01", later)
          const last = addDays(today, -behind)
          const query = { ...defaultSeriesQuery, zone, bucket }
          const ranges = [range, compared] as const
          const begins = addDays(last, -before)
          const days = resolveRanges({ ...query, ranges }, { today, first: begins, last })
          const [since, until] = [at(`${begins}T08:00:00Z`), at(`${last}T10:00:00Z`)]
          const [first, pair] = countedDays({ ...query, ranges }, days, spanOf(since, until))
          const all = [first, pair?.own, pair?.first].filter((each) => each !== undefined)
          for (const { from, to, edges } of all) {
            expect(edges[0]).toBeLessThan(edges[1])
            expect(edges[0]).toBeGreaterThanOrEqual(since)
            expect(edges[1]).toBeLessThanOrEqual(until)
            expect([dayAt(edges[0], zone), dayAt(edges[1] - 1, zone)]).toEqual([from, to])
          }
          const [months, others] = days.map(wholeMonths)
          if (!pair || compared === "year" || (months !== undefined && months === others)) return
          const lengthOf = ({ from, to }: DayRange) => at(to) - at(from)
          expect(lengthOf(pair.own)).toBe(lengthOf(pair.first))
        },
      ),
    )
  })
})
