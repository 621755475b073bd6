import { expect, test } from "vitest"
import { judgeReading } from "./department-change"

const before = { name: "Oslo", city: null, zipCode: "1" }
const change = { id: "1", before, after: { ...before, name: "Bergen", city: "B" } }

test.each([
  ["applied", { ...before, name: "Bergen", city: "B", zipCode: "2" }],
  ["not_applied", { name: "Oslo", zipCode: "2" }],
  ["changed", { ...before, name: "Bergen" }],
  ["changed", { ...before, name: "Bodø", city: "B" }],
] as const)("a change is %s by the fields that it writes", (verdict, current) => {
  expect(judgeReading(change, current)).toBe(verdict)
})
