import { describe, expect, it } from "vitest"
import { addMonths, dayForKey, firstWeekdayOf, monthWeeks } from "./calendar"

describe("the weeks of a month", () => {
  it("start on the first weekday of the locale", () => {
    expect(firstWeekdayOf("da")).toBe(1)
    expect(firstWeekdayOf("de")).toBe(1)
    expect(firstWeekdayOf("en-US")).toBe(7)
    const [monday] = monthWeeks("2026-11-21", 1)
    const [sunday] = monthWeeks("2026-11-21", 7)
    expect([monday?.[0], monday?.[6]]).toEqual(["2026-10-26", "2026-11-01"])
    expect([sunday?.[0], sunday?.[6]]).toEqual(["2026-11-01", "2026-11-07"])
  })

  it("contain every day of the month once, in order", () => {
    for (let month = 1; month <= 12; month++) {
      const name = `2028-${`${month}`.padStart(2, "0")}`
      const days = monthWeeks(`${name}-15`, 1).flat()
      expect(days).toEqual([...new Set(days)].sort())
      const count = new Date(Date.UTC(2028, month, 0)).getUTCDate()
      expect(days.filter((day) => day.startsWith(name))).toHaveLength(count)
    }
  })
})

describe("a calendar's keys", () => {
  const from = "2026-11-21"
  it.each([
    ["ArrowLeft", false, "2026-11-20"],
    ["ArrowRight", false, "2026-11-22"],
    ["ArrowUp", false, "2026-11-14"],
    ["ArrowDown", false, "2026-11-28"],
    ["Home", false, "2026-11-16"],
    ["End", false, "2026-11-22"],
    ["PageUp", false, "2026-10-21"],
    ["PageDown", false, "2026-12-21"],
    ["PageUp", true, "2025-11-21"],
    ["PageDown", true, "2027-11-21"],
    ["a", false, undefined],
  ])("%s (with shift: %s) moves to %s", (key, shiftKey, day) => {
    expect(dayForKey({ key, shiftKey }, from, 1)).toBe(day)
  })

  it("clamp the day to the length of the target month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28")
    expect(addMonths("2024-02-29", 12)).toBe("2025-02-28")
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28")
  })
})
