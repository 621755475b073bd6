import { expect, test } from "vitest"
import { estimateHeight } from "./html-preview"

test("a longer text has a taller frame, within limits", () => {
  const short = estimateHeight("<p>Hello</p>")
  const longer = estimateHeight("<p>Hello</p>".repeat(6))
  expect(short).toBeGreaterThanOrEqual(96)
  expect(longer).toBeGreaterThan(short)
  expect(estimateHeight("<p>Hello</p>".repeat(500))).toBe(480)
})

test("markup without text or blocks has the minimum height", () => {
  expect(estimateHeight(`<span style="${"x".repeat(9999)}"></span>`)).toBe(96)
})
