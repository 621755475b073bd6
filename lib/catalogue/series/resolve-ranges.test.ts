import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, weekdayOf } from "../day"
import { presets, printPeriod } from "../periods"
import type { BucketSize, SeriesRange } from "./query"
import { type RangeAnchors, resolveRanges } from "./resolve-ranges"

const anchors = { today: "2026-11-21", first: "2024-02-29", last: "2026-11-20" }
const custom = (text: string) => {
  const [from = "", to = ""] = text.split("..")
  return { from, to }
}
const resolved = (
  first: SeriesRange,
  other: SeriesRange,
  {
    alignWeekdays = false,
    bucket = "day",
    on = anchors,
  }: { alignWeekdays?: boolean; bucket?: BucketSize; on?: RangeAnchors } = {},
) => resolveRanges({ ranges: [first, other], alignWeekdays, bucket }, on).map(printPeriod)

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
const day = fc
  .date({ min: new Date("1975-01-02"), max: new Date("2095-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe("the range that another is compared with", () => {
  it.each([
    ["this-month", "previous", "2026-10-01..2026-10-31"],
    ["this-quarter", "previous", "2026-07-01..2026-09-30"],
    ["last-year", "previous", "2024-01-01..2024-12-31"],
    ["last-12-months", "previous", "2024-11-01..2025-10-31"],
    ["this-week", "previous", "2026-11-09..2026-11-15"],
    ["today", "previous", "2026-11-20..2026-11-20"],
    ["last-30-days", "previous", "2026-09-23..2026-10-22"],
    ["this-month", "year", "2025-11-01..2025-11-30"],
    ["last-30-days", "year", "2025-10-23..2025-11-21"],
    ["today", "all", "2024-02-29..2026-11-20"],
    ["all", "previous", "2021-06-08..2024-02-28"],
    ["all", "year", "2023-02-28..2025-11-20"],
  ] as const)("for %s and %s is %s", (first, other, days) => {
    expect(resolved(first, other)[1]).toBe(days)
  })

  it.each([
    ["2026-03-01..2026-03-31", "previous", "2026-02-01..2026-02-28"],
    ["2026-01-01..2026-02-28", "previous", "2025-11-01..2025-12-31"],
    ["2026-03-02..2026-03-31", "previous", "2026-01-31..2026-03-01"],
    ["2024-02-29..2024-02-29", "year", "2023-02-28..2023-02-28"],
    ["2024-02-01..2024-02-29", "year", "2023-02-01..2023-02-28"],
    ["2025-02-01..2025-02-28", "year", "2024-02-01..2024-02-29"],
    ["2025-02-20..2025-03-05", "year", "2024-02-20..2024-03-05"],
  ] as const)("for the days %s and %s is %s", (first, other, days) => {
    expect(resolved(custom(first), other)[1]).toBe(days)
  })

  it("for last-30-days is the 30 days before, even if those days are a calendar month", () => {
    const on = { ...anchors, today: "2026-11-30" }
    expect(resolved("last-30-days", "previous", { on })).toEqual([
      "2026-11-01..2026-11-30",
      "2026-10-02..2026-10-31",
    ])
  })

  it.each([
    ["last-7-days", "previous", "2026-11-08..2026-11-14"],
    ["last-30-days", "previous", "2026-09-25..2026-10-24"],
    ["today", "previous", "2026-11-14..2026-11-14"],
    ["today", "year", "2025-11-22..2025-11-22"],
    ["this-month", "year", "2025-11-02..2025-12-01"],
    ["today", "all", "2024-02-29..2026-11-20"],
  ] as const)("for %s and %s is %s with aligned weekdays", (first, other, days) => {
    expect(resolved(first, other, { alignWeekdays: true })[1]).toBe(days)
  })

  it.each([
    ["hour", "2024-02-29..2026-11-20", "2023-02-28..2025-11-20"],
    ["week", "2024-02-26..2026-11-22", "2023-02-26..2025-11-22"],
    ["month", "2024-02-01..2026-11-30", "2023-02-01..2025-11-30"],
    ["quarter", "2024-01-01..2026-12-31", "2023-01-01..2025-12-31"],
    ["year", "2024-01-01..2026-12-31", "2023-01-01..2025-12-31"],
  ] as const)("for all data by %s covers the whole buckets %s", (bucket, all, year) => {
    expect(resolved("all", "year", { bucket })).toEqual([all, year])
  })

  it("starts on the same weekday if aligned, at most three days from its natural start", () => {
    const range = fc.oneof(
      fc.constantFrom<SeriesRange>(...presets),
      fc.tuple(day, fc.nat(400)).map(([from, count]) => ({ from, to: addDays(from, count) })),
    )
    const other = fc.oneof(range, fc.constantFrom<SeriesRange>("previous", "year"))
    fc.assert(
      fc.property(day, range, other, (today, first, compared) => {
        const ranges = [first, compared] as const
        const requested = { ranges, bucket: "day" } as const
        const [plain, natural] = resolveRanges({ ...requested, alignWeekdays: false }, { today })
        const [base, aligned] = resolveRanges({ ...requested, alignWeekdays: true }, { today })
        if (!natural || !aligned) throw new Error("Two ranges have days.")
        expect(base).toEqual(plain)
        expect(weekdayOf(aligned.from)).toBe(weekdayOf(base.from))
        const moved = Math.abs(dayNumber(aligned.from) - dayNumber(natural.from))
        expect(moved <= 3 || Math.abs(dayNumber(aligned.from) - dayNumber(base.from)) === 7).toBe(
          true,
        )
      }),
      { numRuns: 500 },
    )
  })

  it("is today if the data set has no points", () => {
    const query = { ranges: ["all"], alignWeekdays: false, bucket: "day" } as const
    const days = resolveRanges(query, { today: "2026-11-21" })
    expect(days).toEqual([{ from: "2026-11-21", to: "2026-11-21" }])
  })
})
