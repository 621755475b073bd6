import { expect, test } from "vitest"
import { maxWithin } from "./call-window"

test.each<[string, number[], number]>([
  ["none", [], 0],
  ["those of one moment", [5, 5, 5], 3],
  ["those of the fullest window", [0, 30, 59, 61, 70, 200], 4],
  ["not the one that is a whole span old", [0, 60, 119], 2],
])("The maximum number of calls in any window counts %s.", (_, moments, max) => {
  expect(maxWithin(moments, 60)).toBe(max)
})
