import { expect, test } from "vitest"
import { retryAims } from "./retry-aims"

const item = (patch: unknown) => ({ recordId: "a", patch: JSON.stringify(patch) })
const reach = (patch: unknown, current: Record<string, unknown>) =>
  retryAims([item(patch)])[0]?.reach(current)

test("another try writes the same values, whatever the record holds by now, and keeps the rest", () => {
  const patch = [
    { op: "test", path: "/city", value: "Oslo" },
    { op: "replace", path: "/city", value: "Moss" },
  ]
  expect(reach(patch, { city: "Bergen", name: "changed" })).toEqual({
    city: "Moss",
    name: "changed",
  })
})

test("a change that no longer fits the record cannot be tried", () => {
  const patch = [{ op: "replace", path: "/phoneNumber/number", value: "1" }]
  expect(reach(patch, { phoneNumber: null })).toBeUndefined()
})
