import { expect, test } from "vitest"
import { daysFormat } from "./cell-format"

const minute = 1 / 24 / 60

test.each([
  ["en", ["0 minutes", "15 minutes", "1 hour", "4.5 hours", "1 day", "3.2 days", "1,234.5 days"]],
  ["da", ["0 minutter", "15 minutter", "1 time", "4,5 timer", "1 dag", "3,2 dage", "1.234,5 dage"]],
  [
    "de",
    ["0 Minuten", "15 Minuten", "1 Stunde", "4,5 Stunden", "1 Tag", "3,2 Tage", "1.234,5 Tage"],
  ],
])("durations in days use a suitable unit in %s", (locale, texts) => {
  const days = [0, 15 * minute, 1 / 24, 4.5 / 24, 1, 3.208, 1234.5]
  expect(days.map(daysFormat(locale))).toEqual(texts)
})

test("a value that rounds up to a larger unit uses it, and negative values have a sign", () => {
  const write = daysFormat("en")
  expect([59.7 * minute, 1 - minute / 3, -2 / 24].map(write)).toEqual([
    "1 hour",
    "1 day",
    "-2 hours",
  ])
})
