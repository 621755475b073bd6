import { expect, test } from "vitest"
import { relativeTime } from "./use-relative-time"

const now = new Date("2026-11-22T12:00:00Z")
const said = (time: string, locale = "en-GB") => relativeTime(locale, new Date(time), now)

test.each([
  ["2024-04-30T12:00:00Z", "2 years ago"],
  ["2023-11-22T12:00:00Z", "3 years ago"],
  ["2023-11-22T12:00:01Z", "2 years ago"],
  ["2025-11-22T12:00:01Z", "11 months ago"],
  ["2026-10-22T12:00:00Z", "1 month ago"],
  ["2026-10-23T12:00:00Z", "4 weeks ago"],
  ["2026-11-04T12:00:00Z", "2 weeks ago"],
  ["2026-11-16T00:00:00Z", "6 days ago"],
  ["2026-11-21T12:00:01Z", "23 hours ago"],
  ["2026-11-22T10:01:00Z", "1 hour ago"],
  ["2026-11-22T11:58:01Z", "1 minute ago"],
  ["2026-11-22T11:59:20Z", "40 seconds ago"],
  ["2026-11-22T12:00:00Z", "now"],
  ["2026-11-22T12:15:00Z", "in 15 minutes"],
  ["2028-01-01T00:00:00Z", "in 1 year"],
])("%s is %j on 22 November 2026 at noon", (time, text) => {
  expect(said(time)).toBe(text)
})

test("31 January is one month before 1 March.", () => {
  expect(
    relativeTime("en-GB", new Date("2026-01-31T00:00:00Z"), new Date("2026-03-01T00:00:00Z")),
  ).toBe("1 month ago")
})

test("The text is in the reader's language.", () => {
  expect(said("2024-04-30T12:00:00Z", "da")).toBe("for 2 år siden")
  expect(said("2024-04-30T12:00:00Z", "de")).toBe("vor 2 Jahren")
})
