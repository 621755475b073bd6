import { expect, test } from "vitest"
import { availabilityAt, availabilityOf, momentOfBound } from "./post-availability"

// rules: 2.2.1
test("each end has its own zone", () => {
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

test("a zone without a time sets no end", () => {
  expect(availabilityOf({ availableFrom: null, startDateTimeZone: "Europe/Berlin" })).toEqual({})
})

const from = "2026-11-21T08:00:00"
const until = "2026-11-21T17:00:00"
const at = (time: string) => Date.parse(time)

// rules: 2.2.1
test("without a zone, the ends are in the reader's zone", () => {
  const post = availabilityOf({ availableFrom: from, availableUntil: until })
  const now = at("2026-11-21T07:30:00Z")
  expect(availabilityAt(post, "Europe/Copenhagen", now)).toBe("now")
  expect(availabilityAt(post, "Europe/London", now)).toBe("coming")
  expect(availabilityAt(post, "Australia/Sydney", now)).toBe("over")
})

// rules: 2.2.1
test("with a zone, an end is the same instant for every reader", () => {
  const post = availabilityOf({ availableFrom: from, startDateTimeZone: "America/New_York" })
  for (const reader of ["Europe/Copenhagen", "Asia/Tokyo", "UTC"]) {
    expect(availabilityAt(post, reader, at("2026-11-21T12:59:59Z"))).toBe("coming")
    expect(availabilityAt(post, reader, at("2026-11-21T13:00:00Z"))).toBe("now")
  }
})

test("one end can have a zone and the other none", () => {
  const post = availabilityOf({
    availableFrom: from,
    startDateTimeZone: "Asia/Tokyo",
    availableUntil: until,
    endDateTimeZone: null,
  })
  expect(availabilityAt(post, "Europe/Copenhagen", at("2026-11-20T23:00:00Z"))).toBe("now")
  expect(availabilityAt(post, "Europe/Copenhagen", at("2026-11-21T16:00:00Z"))).toBe("over")
  expect(availabilityAt(post, "Europe/London", at("2026-11-21T16:00:00Z"))).toBe("now")
})

test("a post without ends is always available", () => {
  expect(availabilityAt({}, "UTC", 0)).toBe("now")
})

test("an invalid zone or time makes the state unknown, unless the other end decides it", () => {
  const post = availabilityOf({ availableFrom: from, startDateTimeZone: "Romance Standard Time" })
  expect(availabilityAt(post, "UTC", at("2027-01-01T00:00:00Z"))).toBe("unknown")
  const ended = { ...post, until: { time: until, zone: "UTC" } }
  expect(availabilityAt(ended, "UTC", at("2027-01-01T00:00:00Z"))).toBe("over")
})

test("a date means its first instant, and fractions of a second are ignored", () => {
  expect(momentOfBound({ time: "2026-11-21" }, "UTC")).toBe(at("2026-11-21T00:00:00Z"))
  expect(momentOfBound({ time: `${from}.1234567` }, "UTC")).toBe(at(`${from}Z`))
  expect(momentOfBound({ time: "soon" }, "UTC")).toBeUndefined()
})
