import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, dayAt, weekdayOf } from "./day"
import { parsePeriod, periodConditions, periodDays, presets, printPeriod } from "./periods"

const day = fc
  .date({ min: new Date("1970-01-02"), max: new Date("2099-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const zone = fc.constantFrom("Europe/Copenhagen", "America/New_York", "Asia/Kathmandu", "UTC")

describe("the days of a period", () => {
  it.each([
    ["today", "2026-11-21", "2026-11-21"],
    ["yesterday", "2026-11-20", "2026-11-20"],
    ["last-7-days", "2026-11-15", "2026-11-21"],
    ["last-30-days", "2026-10-23", "2026-11-21"],
    ["last-90-days", "2026-08-24", "2026-11-21"],
    ["this-week", "2026-11-16", "2026-11-22"],
    ["this-month", "2026-11-01", "2026-11-30"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["this-quarter", "2026-10-01", "2026-12-31"],
    ["last-quarter", "2026-07-01", "2026-09-30"],
    ["this-year", "2026-01-01", "2026-12-31"],
    ["last-12-months", "2025-11-01", "2026-10-31"],
    ["last-year", "2025-01-01", "2025-12-31"],
  ] as const)("for %s run from %s to %s", (preset, from, to) => {
    expect(periodDays(preset, "2026-11-21")).toEqual({ from, to })
  })

  it("include today for current periods and end before today for past ones", () => {
    const past = new Set(["yesterday", "last-month", "last-quarter", "last-12-months", "last-year"])
    fc.assert(
      fc.property(day, fc.constantFrom(...presets), (today, preset) => {
        const { from, to } = periodDays(preset, today)
        expect(from <= to).toBe(true)
        expect(from <= today && today <= to).toBe(!past.has(preset))
        if (past.has(preset)) expect(to < today).toBe(true)
      }),
    )
  })

  it("leave no gap between consecutive periods", () => {
    fc.assert(
      fc.property(day, (today) => {
        const begins = (preset: (typeof presets)[number]) => periodDays(preset, today).from
        const ends = (preset: (typeof presets)[number]) => periodDays(preset, today).to
        expect(addDays(ends("yesterday"), 1)).toBe(begins("today"))
        expect(addDays(ends("last-month"), 1)).toBe(begins("this-month"))
        expect(addDays(ends("last-quarter"), 1)).toBe(begins("this-quarter"))
        expect(addDays(ends("last-12-months"), 1)).toBe(begins("this-month"))
        expect(addDays(ends("last-year"), 1)).toBe(begins("this-year"))
        expect(weekdayOf(begins("this-week"))).toBe(1)
        expect(addDays(begins("this-week"), 6)).toBe(ends("this-week"))
        expect(begins("this-year").slice(4)).toBe("-01-01")
        expect(ends("this-year")).toBe(`${today.slice(0, 4)}-12-31`)
      }),
    )
  })
})

describe("a period as conditions", () => {
  it("matches exactly the moments whose local day is in the period", () => {
    const minute = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })
    fc.assert(
      fc.property(day, zone, fc.constantFrom(...presets), minute, (today, zone, period, minute) => {
        const conditions = periodConditions({ property: "p", period }, { today, zone }, false)
        const [gte = 0, lt = 0] = conditions.map(({ value }) => Date.parse(`${value}`))
        const { from, to } = periodDays(period, today)
        for (const edge of [gte, lt]) {
          const moment = edge + minute * 60_000
          const local = dayAt(moment, zone)
          expect(moment >= gte && moment < lt).toBe(local >= from && local <= to)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it("starts and ends at UTC midnight for times without a zone", () => {
    const period = { from: "2026-03-29", to: "2026-03-29" }
    const today = { today: "2026-11-21", zone: "America/New_York" }
    expect(periodConditions({ property: "availableFrom", period }, today, true)).toEqual([
      { property: "availableFrom", operator: "gte", value: "2026-03-29T00:00:00Z" },
      { property: "availableFrom", operator: "lt", value: "2026-03-30T00:00:00Z" },
    ])
  })
})

describe("a period in a URL", () => {
  it("round-trips through printing and parsing", () => {
    const range = fc.tuple(day, day).map((days) => {
      const [from = "", to = ""] = days.toSorted()
      return { from, to }
    })
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...presets), range), (period) => {
        expect(parsePeriod(printPeriod(period))).toEqual(period)
      }),
    )
  })

  it.each([
    "",
    "tomorrow",
    "constructor",
    "2026-01-01",
    "2026-01-01..",
    "2026-02-01..2026-01-01",
    "2026-01-01..2026-02-30",
    "2026-01-01..2026-01-02..2026-01-03",
    "9999-12-30..9999-12-31",
    "0001-01-01..0001-01-02",
  ])("cannot be %j", (text) => {
    expect(parsePeriod(text)).toBeUndefined()
  })
})
