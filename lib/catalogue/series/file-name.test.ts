import { expect, test } from "vitest"
import { seriesFileName } from "./file-name"

test.each([
  ["Revenue", "Region", "2026-01-01", "2026-12-31", "revenue-by-region-2026"],
  ["Omsætning, i alt", undefined, "2026-02-01", "2026-02-28", "omsaetning-i-alt-2026-02"],
  ["Sick leave (hours)", "", "2026-11-02", "2026-11-02", "sick-leave-hours-2026-11-02"],
  [
    "Größe/Stück",
    "Café",
    "2026-01-01",
    "2026-11-15",
    "grosse-stuck-by-cafe-2026-01-01-to-2026-11-15",
  ],
  ["売上", undefined, "2025-12-01", "2026-11-30", "売上-2025-12-01-to-2026-11-30"],
  ["…", undefined, "2026-11-01", "2026-11-30", "figures-2026-11"],
])("a file of %s by %s from %s to %s is called %s", (name, by, from, to, expected) => {
  expect(seriesFileName(name, by, { from, to })).toBe(expected)
})
