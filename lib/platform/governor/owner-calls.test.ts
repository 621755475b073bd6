import { expect, test } from "vitest"
import { personShare } from "./governor"
import { createOwnerCalls, nameOwner } from "./waiting-room"

const rule = { limit: 20, windowMs: 1000, flightMs: 200 }

test.each([
  [1, 1],
  [19, 1],
  [95, 9],
])("of %i calls a person's share is %i", (limit, share) => {
  expect(personShare({ limit })).toBe(share)
})

test("who is heard to have had the share is behind until less is heard, or a window has passed", () => {
  let now = 0
  const { hear, isBehind } = createOwnerCalls(rule, () => now)
  hear({ a: 2, b: 1 })
  expect(["a", "b", "c"].map(isBehind)).toEqual([true, false, false])
  hear({ b: 2 })
  now = 999
  hear({ a: 1 })
  expect(["a", "b"].map(isBehind)).toEqual([false, true])
  now = 1000
  expect(isBehind("b")).toBe(false)
})

test("who is behind hangs on the share that was heard last", () => {
  const { hear, isBehind, countOf } = createOwnerCalls(rule, () => 0)
  hear({ a: 1 }, 1)
  expect([isBehind("a"), countOf("a"), countOf("b")]).toEqual([true, 1, 0])
  hear({}, 2)
  expect(isBehind("a")).toBe(false)
})

test("of more owners than are kept those heard of longest ago are forgotten", () => {
  const { hear, isBehind } = createOwnerCalls(rule, () => 0)
  hear({ first: 2, second: 2 })
  hear({ first: 2 })
  hear(Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`owner ${index}`, 2])))
  expect(["first", "second", "owner 998"].map(isBehind)).toEqual([true, false, true])
})

test("an owner's name does not tell who it is, and is nobody's where nobody is", () => {
  expect(nameOwner("person-1")).toMatch(/^[0-9a-f]{12}$/)
  expect(nameOwner("person-1")).not.toBe(nameOwner("person-2"))
  expect(nameOwner(undefined)).toBe("")
})
