import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, dayAt, isDay, isTimeZone, startOfDay, startOfMonth, weekdayOf } from "./day"

const hourMs = 3_600_000
const minutes = (text: string) => Date.parse(text) / 60_000

const day = fc
  .date({ min: new Date("1970-01-02"), max: new Date("2099-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"))

describe("the start of a day in a time zone", () => {
  it("is the first moment of that day: one second earlier is still the day before", () => {
    fc.assert(
      fc.property(day, zone, (date, zone) => {
        const start = Date.parse(startOfDay(date, zone))
        expect(dayAt(start - 1000, zone) < date).toBe(true)
        expect(dayAt(start, zone) >= date).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it("is 22 to 26 hours before the next day's, or equal to it if the zone skipped the day", () => {
    fc.assert(
      fc.property(day, zone, (date, zone) => {
        const length =
          Date.parse(startOfDay(addDays(date, 1), zone)) - Date.parse(startOfDay(date, zone))
        expect(length === 0 || (length >= 22 * hourMs && length <= 26 * hourMs)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ["2026-03-29", "Europe/Copenhagen", "2026-03-28T23:00:00Z"],
    ["2026-03-30", "Europe/Copenhagen", "2026-03-29T22:00:00Z"],
    ["2026-10-25", "Europe/Copenhagen", "2026-10-24T22:00:00Z"],
    ["2026-10-26", "Europe/Copenhagen", "2026-10-25T23:00:00Z"],
    ["2026-01-01", "Asia/Kathmandu", "2025-12-31T18:15:00Z"],
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["2011-12-31", "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["2026-01-01", "UTC", "2026-01-01T00:00:00Z"],
    ["0001-01-02", "UTC", "0001-01-02T00:00:00Z"],
  ])("of %s in %s is %s", (date, zone, start) => {
    expect(minutes(startOfDay(date, zone))).toBe(minutes(start))
  })
})

describe("a calendar day", () => {
  it("is valid only if it exists in the calendar", () => {
    expect(["2024-02-29", "0001-01-01", "9999-12-31"].map(isDay)).toEqual([true, true, true])
    const none = ["2026-02-29", "2026-13-01", "0000-01-01", "2026-1-1", "2026-01-01T00", ""]
    expect(none.filter(isDay)).toEqual([])
  })

  it("can be moved across months and years, up to the end of the year 9999", () => {
    expect(addDays("2024-02-28", 2)).toBe("2024-03-01")
    expect(addDays("9999-12-31", 1)).toBe("9999-12-31")
    expect(startOfMonth("2026-11-21", 2)).toBe("2027-01-01")
    expect(startOfMonth("2026-03-31", -1)).toBe("2026-02-01")
  })

  it("has a weekday number, from 1 for Monday to 7 for Sunday", () => {
    expect([weekdayOf("2026-11-16"), weekdayOf("2026-11-22")]).toEqual([1, 7])
  })
})

describe("a time zone", () => {
  it.each(["Europe/Copenhagen", "UTC", "America/Argentina/Buenos_Aires", "Etc/GMT+1"])(
    "can be %s",
    (name) => {
      expect(isTimeZone(name)).toBe(true)
    },
  )

  it.each([undefined, "", "+01:00", "Mars/Olympus", "Europe/Copenhagen; x", "E".repeat(5000)])(
    "cannot be %j",
    (name) => {
      expect(isTimeZone(name)).toBe(false)
    },
  )
})
