import { expect, test } from "vitest"
import { createOwnerCalls, hashOwner } from "./call-queue"
import { personShare } from "./governor"

const rule = { limit: 20, windowMs: 1000, inFlightMs: 200 }

test.each([
  [1, 1],
  [19, 1],
  [95, 9],
])("of %i calls a person's share is %i", (limit, share) => {
  expect(personShare({ limit })).toBe(share)
})

test("who is reported over their share stays so until a lower count is reported, or a window has passed", () => {
  let now = 0
  const { record, isOverShare } = createOwnerCalls(rule, () => now)
  record({ a: 2, b: 1 })
  expect(["a", "b", "c"].map(isOverShare)).toEqual([true, false, false])
  record({ b: 2 })
  now = 999
  record({ a: 1 })
  expect(["a", "b"].map(isOverShare)).toEqual([false, true])
  now = 1000
  expect(isOverShare("b")).toBe(false)
})

test("who is over their share depends on the share that was reported last", () => {
  const { record, isOverShare, countOf } = createOwnerCalls(rule, () => 0)
  record({ a: 1 }, 1)
  expect([isOverShare("a"), countOf("a"), countOf("b")]).toEqual([true, 1, 0])
  record({}, 2)
  expect(isOverShare("a")).toBe(false)
})

test("of too many owners those reported longest ago are forgotten", () => {
  const { record, isOverShare } = createOwnerCalls(rule, () => 0)
  record({ first: 2, second: 2 })
  record({ first: 2 })
  record(Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`owner ${index}`, 2])))
  expect(["first", "second", "owner 998"].map(isOverShare)).toEqual([true, false, true])
})

test("an owner's hash does not reveal who it is, and is empty for nobody", () => {
  expect(hashOwner("person-1")).toMatch(/^[0-9a-f]{12}$/)
  expect(hashOwner("person-1")).not.toBe(hashOwner("person-2"))
  expect(hashOwner(undefined)).toBe("")
})
