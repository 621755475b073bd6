import { describe, expect, it } from "vitest"
import { weekCellsWithin, weekCycle } from "./week-cycle"

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const quarterMs = 900_000

/** The week cell of a moment according to `Intl`. */
function shownCell(ms: number, zone: string): number {
  const parts = new Map(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return weekdays.indexOf(parts.get("weekday") ?? "") * 24 + Number(parts.get("hour"))
}

function countedCell(ms: number, { edges, shifts }: ReturnType<typeof weekCycle>): number {
  const at = edges.findLastIndex((edge) => edge <= ms)
  return Math.floor(((ms / 1000 + (shifts[at] ?? 0)) % 604_800) / 3600)
}

describe("cells of the week", () => {
  it.each([
    ["Europe/Copenhagen", "2026-03-20", "2026-04-02"],
    ["Europe/Copenhagen", "2026-10-20", "2026-11-02"],
    ["America/New_York", "2025-10-20", "2026-03-20"],
    ["Australia/Lord_Howe", "2026-03-25", "2026-04-12"],
    ["Antarctica/Troll", "2026-10-20", "2026-10-30"],
    ["Asia/Kathmandu", "2026-01-01", "2026-01-09"],
    ["Europe/Copenhagen", "1969-12-25", "1970-01-08"],
  ])("in %s from %s to %s match the local clock at every quarter of an hour", (zone, from, to) => {
    const cycle = weekCycle({ from, to }, zone)
    const [start = 0, end = 0] = [cycle.edges[0], cycle.edges.at(-1)]
    expect(end - start).toBeGreaterThan(7 * 86_400_000)
    for (let ms = start; ms < end; ms += quarterMs) {
      const shown = shownCell(ms, zone)
      if (countedCell(ms, cycle) !== shown)
        expect([ms, countedCell(ms, cycle)]).toEqual([ms, shown])
      const within = weekCellsWithin(cycle, "hour", [ms, ms + 1])
      if (!within.has(shown) || within.size !== 1) expect([ms, [...within]]).toEqual([ms, [shown]])
    }
  })

  it("omit a skipped hour and include a repeated hour once", () => {
    const cellsOn = (day: string) =>
      weekCellsWithin(weekCycle({ from: day, to: day }, "Europe/Copenhagen"), "hour", [
        Date.parse("2026-01-01"),
        Date.parse("2027-01-01"),
      ])
    const sunday = 6 * 24
    expect(cellsOn("2026-03-29").has(sunday + 2)).toBe(false)
    expect(cellsOn("2026-03-29").size).toBe(23)
    expect(cellsOn("2026-10-25").size).toBe(24)
  })

  it("of more than a week include every cell once", () => {
    const cycle = weekCycle({ from: "2026-01-01", to: "2026-12-31" }, "Europe/Copenhagen")
    const all = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const
    expect(weekCellsWithin(cycle, "hour", all).size).toBe(168)
    expect(weekCellsWithin(cycle, "weekday", all).size).toBe(7)
    expect(weekCellsWithin(cycle, "hour", [0, 0]).size).toBe(0)
  })
})
