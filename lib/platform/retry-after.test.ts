import { expect, test } from "vitest"
import { parseRetryAfter } from "./refusal"

const now = Date.parse("2026-11-21T10:00:00Z")

// rules: Rate limit 4
test("seconds are used unchanged, up to an hour", () => {
  expect(parseRetryAfter("7", now)).toBe(7)
  expect(parseRetryAfter("999999", now)).toBe(3600)
})

// rules: Rate limit 4
test("an HTTP date becomes the seconds until then, or zero if it has passed", () => {
  expect(parseRetryAfter("Sat, 21 Nov 2026 10:00:42 GMT", now)).toBe(42)
  expect(parseRetryAfter("Sat, 21 Nov 2026 09:00:00 GMT", now)).toBe(0)
})

// rules: Rate limit 4
test("a missing or invalid header gives undefined", () => {
  expect(parseRetryAfter(undefined, now)).toBeUndefined()
  expect(parseRetryAfter("soon", now)).toBeUndefined()
})
