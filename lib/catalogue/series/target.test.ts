import fc from "fast-check"
import { expect, test } from "vitest"
import { parseTarget, printTarget, targetPeriods } from "./target"

test("a target is parsed from a URL with its steps sorted by day", () => {
  expect(parseTarget("Budget@2026-01-01:55000@2025-01-01:50000.5")).toEqual({
    name: "Budget",
    steps: [
      { from: "2025-01-01", value: 50000.5 },
      { from: "2026-01-01", value: 55000 },
    ],
  })
})

test("a target may have a period; in the older form without one, a period's word is the name", () => {
  const steps = [{ from: "2026-01-01", value: 100 }]
  expect(parseTarget("Budget@month@2026-01-01:100")).toEqual({
    name: "Budget",
    period: "month",
    steps,
  })
  expect(parseTarget("month@2026-01-01:100")).toEqual({ name: "month", steps })
})

test.each([
  ["no step", "Budget"],
  ["no step but a period", "Budget@month"],
  ["a period that is none", "Budget@decade@2026-01-01:5"],
  ["two periods", "Budget@month@year@2026-01-01:5"],
  ["a period behind its steps", "Budget@2026-01-01:5@month"],
  ["no name", "@2025-01-01:5"],
  ["a day that does not exist", "Budget@2025-02-29:5"],
  ["a value that is none", "Budget@2025-01-01:much"],
  ["a value without bounds", "Budget@2025-01-01:1e999"],
  ["a day twice", "Budget@2025-01-01:5@2025-01-01:6"],
  ["a step too much in one", "Budget@2025-01-01:5:6"],
])("a target with %s is invalid", (_, text) => {
  expect(parseTarget(text)).toBeUndefined()
})

test("every target round-trips through printing and parsing", () => {
  const step = fc.record({
    from: fc
      .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    value: fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 100),
  })
  const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => {
    return !text.includes("@") && text.trim() === text
  })
  const period = fc.option(fc.constantFrom(...targetPeriods), { nil: undefined })
  const steps = fc.uniqueArray(step, { minLength: 1, maxLength: 5, selector: ({ from }) => from })
  fc.assert(
    fc.property(name, period, steps, (called, of, unsorted) => {
      const sorted = unsorted.toSorted((a, b) => (a.from < b.from ? -1 : 1))
      const target = {
        name: called,
        ...(of && { period: of }),
        steps: sorted.map((each) => ({ ...each, value: each.value || 0 })),
      }
      const address = new URLSearchParams({ target: printTarget(target) }).toString()
      expect(parseTarget(new URLSearchParams(address).get("target") ?? "")).toEqual(target)
    }),
  )
})
