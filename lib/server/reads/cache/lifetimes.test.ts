import { expect, test } from "vitest"
import { records } from "../../../catalogue"
import { halfHourly, lifetimeOf } from "./lifetimes"

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)
const freshUntil = (record: string, time: string) =>
  new Date(at(time) + lifetimeOf(record, at(time)).freshMs).toISOString().slice(11, 19)

// rules: Values 5
test.each(halfHourly)(
  "%s is fresh until half past the hour, when the platform renews it",
  (record) => {
    expect(freshUntil(record, "10:00:00")).toBe("10:30:00")
    expect(freshUntil(record, "10:29:59")).toBe("10:30:00")
    expect(freshUntil(record, "10:40:00")).toBe("11:30:00")
    expect(freshUntil(record, "23:59:00")).toBe("00:30:00")
  },
)

// rules: Values 5
test.each(halfHourly)(
  "%s read just after half past may be old and is fresh for one minute",
  (record) => {
    expect(freshUntil(record, "10:30:00")).toBe("10:31:00")
    expect(freshUntil(record, "10:34:59")).toBe("10:35:59")
    expect(freshUntil(record, "10:35:00")).toBe("11:30:00")
  },
)

// rules: Values 5
test("every record, even an unknown one, is fresh, then stale for longer, and served on errors for longest", () => {
  for (const record of [...Object.keys(records), "badge", "constructor"])
    for (const time of ["10:00:00", "10:29:59", "10:30:00", "10:59:59"]) {
      const { freshMs, staleMs, staleIfErrorMs } = lifetimeOf(record, at(time))
      expect(freshMs).toBeGreaterThan(0)
      expect(staleMs).toBeGreaterThan(freshMs)
      expect(staleIfErrorMs).toBeGreaterThan(staleMs)
    }
})

test("cached responses expire before their cursors do", () => {
  for (const record of Object.keys(records))
    expect(lifetimeOf(record, at("10:35:00")).staleIfErrorMs).toBeLessThan(3 * 60 * 60 * 1000)
})
