import { expect, test } from "vitest"
import { moveItem } from "./list-frame"

test("an item swaps with its neighbour and does not move beyond the ends", () => {
  const list = ["a", "b", "c"]
  expect(moveItem(list, 1, -1)).toEqual(["b", "a", "c"])
  expect(moveItem(list, 1, 1)).toEqual(["a", "c", "b"])
  expect(moveItem(list, 0, -1)).toBe(list)
  expect(moveItem(list, 2, 1)).toBe(list)
})
