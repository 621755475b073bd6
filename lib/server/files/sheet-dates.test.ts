import { expect, test } from "vitest"
import { wallTimeAt } from "@/lib/catalogue"
import { createSheetDates } from "./sheet-dates"

/** The date and time that a spreadsheet shows for a serial number. */
const shown = (days: number) =>
  new Date(Math.round((days - 25_569) * 86_400_000)).toISOString().slice(0, 19)

const zones = ["UTC", "Europe/Copenhagen", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"]

test.each(zones)("An instant is converted to local time in %s, all year round.", (zone) => {
  const { moment } = createSheetDates(zone)
  const start = Date.UTC(2025, 0, 1)
  for (let step = 0; step < 2000; step += 1) {
    const ms = start + step * 23_456_000
    const days = moment(new Date(ms).toISOString())?.days ?? 0
    expect(shown(days)).toBe(wallTimeAt(ms, zone))
  }
})

test("A time without a zone is unchanged, and a time that no spreadsheet supports stays text.", () => {
  const { moment, wallClock } = createSheetDates("Asia/Tokyo")
  expect(wallClock("2026-11-22T08:30:00")).toEqual({ days: 46_348.354166667 })
  expect(moment("1899-12-31T00:00:00Z")).toBeUndefined()
  expect(moment("9999-12-31T23:00:00Z")).toBeUndefined()
  expect(moment("soon")).toBeUndefined()
})
