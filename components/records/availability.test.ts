import { expect, test } from "vitest"
import { availabilityOf } from "./availability"

test("each bound is read in its own zone", () => {
  const post = {
    availableFrom: "2026-11-01T08:00:00",
    startDateTimeZone: "Europe/Copenhagen",
    availableUntil: "2026-12-01T17:00:00",
    endDateTimeZone: null,
  }
  expect(availabilityOf(post)).toEqual({
    from: { time: "2026-11-01T08:00:00", zone: "Europe/Copenhagen" },
    until: { time: "2026-12-01T17:00:00" },
  })
})

test("a zone without a time bounds nothing", () => {
  expect(availabilityOf({ availableFrom: null, startDateTimeZone: "Europe/Berlin" })).toEqual({})
})
