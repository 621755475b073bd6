import { expect, test } from "vitest"
import { rowKey } from "./list-pages"

test("records are identified by their id, whatever else changes", () => {
  expect(rowKey({ id: "a", name: "Aarhus" })).toBe(rowKey({ id: "a", name: "Odense" }))
  expect(rowKey({ id: "a" })).not.toBe(rowKey({ id: "b" }))
})

test("records without an id are identified by their whole content", () => {
  const point = { timeStamp: "2026-01-01T00:00:00Z", value: 1 }
  expect(rowKey(point)).toBe(rowKey({ ...point }))
  expect(rowKey(point)).not.toBe(rowKey({ ...point, value: 2 }))
})
