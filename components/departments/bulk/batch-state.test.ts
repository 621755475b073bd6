import { expect, test } from "vitest"
import { batchTitle } from "./batch-state"

test("a long title is truncated between characters", () => {
  expect(batchTitle("Parent: Region West")).toBe("Parent: Region West")
  expect(batchTitle(`${"x".repeat(199)}\u{1F600}y`)).toBe("x".repeat(199))
  expect(batchTitle("a\0b")).toBe("ab")
})
