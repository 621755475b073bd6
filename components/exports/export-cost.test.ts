import { expect, test } from "vitest"
import { roundRows } from "./export-dialog"

test.each([
  [0, 1000],
  [200, 1000],
  [500, 1000],
  [501, 10_000],
  [1000, 10_000],
  [40_000, 100_000],
  [60_000, 1_000_000],
])("an export of which %i rows are here speaks of %i", (known, expected) => {
  expect(roundRows(known)).toBe(expected)
})
