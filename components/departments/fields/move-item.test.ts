import { expect, test } from "vitest"
import { moveItem } from "./list-frame"

test("an entry changes places with the one before or after it, and nothing moves beyond the ends", () => {
  const list = ["a", "b", "c"]
  expect(moveItem(list, 1, -1)).toEqual(["b", "a", "c"])
  expect(moveItem(list, 1, 1)).toEqual(["a", "c", "b"])
  expect(moveItem(list, 0, -1)).toBe(list)
  expect(moveItem(list, 2, 1)).toBe(list)
})
