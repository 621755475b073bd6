import { expect, test } from "vitest"
import { KeyBag, rowKey, rowKeys } from "./page-list"

test("records are told apart by their id, whatever else changes", () => {
  expect(rowKey({ id: "a", name: "Aarhus" })).toBe(rowKey({ id: "a", name: "Odense" }))
  expect(rowKey({ id: "a" })).not.toBe(rowKey({ id: "b" }))
})

test("records without an id are told apart by their whole content", () => {
  const point = { timeStamp: "2026-01-01T00:00:00Z", value: 1 }
  expect(rowKey(point)).toBe(rowKey({ ...point }))
  expect(rowKey(point)).not.toBe(rowKey({ ...point, value: 2 }))
})

test("a hundred thousand guids have as many keys", () => {
  const keys = rowKeys(
    Array.from({ length: 100_000 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
    })),
  )
  expect(new Set(keys).size).toBe(100_000)
})

test("each key of a bag is taken as often as it was put in", () => {
  const bag = new KeyBag([1, 1, 2])
  expect([1, 1, 1, 2, 3].map((key) => bag.take(key))).toEqual([true, true, false, true, false])
})
