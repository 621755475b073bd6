import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseDateTime } from "."

describe("parsing a date or date-time in a filter", () => {
  // rules: Filters 6
  it.each([
    ["2021-01-01", "2021-01-01T00:00:00Z"],
    ["2021-01-31T08:15", "2021-01-31T08:15:00Z"],
    ["2021-01-31T08:15:30", "2021-01-31T08:15:30Z"],
    ["2021-01-31t08:15:30z", "2021-01-31T08:15:30Z"],
    ["2021-01-31T08:15:30.1234567Z", "2021-01-31T08:15:30.1234567Z"],
    ["2021-01-31T08:15:30.1200000Z", "2021-01-31T08:15:30.12Z"],
    ["2021-01-31T08:15:30.0Z", "2021-01-31T08:15:30Z"],
    ["2021-01-31T08:15:30+02:00", "2021-01-31T06:15:30Z"],
    ["2021-01-31T08:15:30 02:00", "2021-01-31T06:15:30Z"],
    ["2021-01-31T08:15:30-0530", "2021-01-31T13:45:30Z"],
    ["2021-01-31T08:15:30+02", "2021-01-31T06:15:30Z"],
    ["2021-01-31T08:15:30-00:00", "2021-01-31T08:15:30Z"],
    ["2021-12-31T23:30:00.5-01:00", "2022-01-01T00:30:00.5Z"],
    ["2024-02-29", "2024-02-29T00:00:00Z"],
    ["2000-02-29T00:00+14:00", "2000-02-28T10:00:00Z"],
    ["0001-01-01", "0001-01-01T00:00:00Z"],
    ["0099-12-31T23:59:59.9999999Z", "0099-12-31T23:59:59.9999999Z"],
    ["9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z"],
  ])("reads %s as %s in UTC", (text, utc) => {
    expect(parseDateTime(text)).toBe(utc)
  })

  // rules: Filters 6
  it.each([
    ["a day that the month lacks", "2021-02-29"],
    ["a leap day of a century", "1900-02-29"],
    ["the 31st of April", "2021-04-31"],
    ["month 13", "2021-13-01"],
    ["month 0", "2021-00-10"],
    ["day 0", "2021-01-00"],
    ["hour 24", "2021-01-01T24:00:00Z"],
    ["minute 60", "2021-01-01T00:60:00Z"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["8 fractional digits", "2021-01-01T00:00:00.12345678Z"],
    ["no fractional digits after the point", "2021-01-01T00:00:00.Z"],
    ["an offset beyond 14 hours", "2021-01-01T00:00:00+14:01"],
    ["an offset of 60 minutes", "2021-01-01T00:00:00+01:60"],
    ["an offset on a date", "2021-01-01+02:00"],
    ["a space instead of T", "2021-01-01 00:00:00"],
    ["the basic form", "20210101T000000Z"],
    ["a short month", "2021-1-01"],
    ["the year 0", "0000-12-31T23:00:00-02:00"],
    ["a moment before the year 1", "0001-01-01T00:00:00+01:00"],
    ["a moment after the year 9999", "9999-12-31T23:59:59-00:01"],
    ["a five-digit year", "12021-01-01"],
    ["a trailing line break", "2021-01-01\n"],
    ["digits of another script", "２０２１-01-01"],
    ["nothing", ""],
    ["now", "now"],
  ])("rejects %s", (_, text) => {
    expect(parseDateTime(text)).toBeUndefined()
  })

  it("agrees with the JavaScript Date for any offset", () => {
    const date = fc.date({
      min: new Date("0002-01-01"),
      max: new Date("9998-12-31"),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, minutes) => {
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const two = (value: number) => `${Math.trunc(Math.abs(value))}`.padStart(2, "0")
        const offset = `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`
        const utc = moment.toISOString().replace(/\.?0*Z$/, "Z")
        expect(parseDateTime(`${local}${offset}`)).toBe(utc)
      }),
    )
  })

  it("treats Z, +00:00 and +0000 alike, for valid and invalid dates", () => {
    const part = (max: number, length = 2) =>
      fc.integer({ min: 0, max }).map((value) => `${value}`.padStart(length, "0"))
    const parts = fc.tuple(part(9999, 4), part(13), part(32), part(24), part(60), part(60))
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute, second]) => {
        const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`
        for (const end of ["Z", "+00:00"])
          expect(parseDateTime(`${text}${end}`)).toBe(parseDateTime(`${text}+0000`))
      }),
      { numRuns: 1000, examples: [[["0000", "01", "01", "00", "00", "00"]]] },
    )
  })

  it("reads its own output back unchanged", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          const once = parseDateTime(date.toISOString())
          expect(once).toBeDefined()
          expect(parseDateTime(once ?? "")).toBe(once)
        },
      ),
    )
  })
})
