import { expect, test } from "vitest"
import { spreadLabels } from "./axis-labels"

test("labels that do not overlap stay in place", () => {
  expect(spreadLabels([10, 60, 110], 16, 0, 200)).toEqual([10, 60, 110])
})

test("overlapping labels are moved apart in order", () => {
  expect(spreadLabels([50, 52, 51], 16, 0, 200)).toEqual([50, 82, 66])
})

test("labels at the edge are moved back inside", () => {
  expect(spreadLabels([198, 199], 16, 0, 200)).toEqual([184, 200])
})
