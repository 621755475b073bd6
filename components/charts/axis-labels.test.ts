import { expect, test } from "vitest"
import { spreadLabels } from "./axis-labels"

test("labels that have room stay where they are", () => {
  expect(spreadLabels([10, 60, 110], 16, 0, 200)).toEqual([10, 60, 110])
})

test("labels that meet are moved apart, in their order", () => {
  expect(spreadLabels([50, 52, 51], 16, 0, 200)).toEqual([50, 82, 66])
})

test("labels at the edge are pushed back inside", () => {
  expect(spreadLabels([198, 199], 16, 0, 200)).toEqual([184, 200])
})
