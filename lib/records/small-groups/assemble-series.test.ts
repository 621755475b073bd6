import { expect, test } from "vitest"
import { assembleSeries, type Grouped } from "./assemble-series"
import { departmentTree } from "./department-tree"
import type { RequestedGroup } from "./read-anonymous-groups"

const grouped: Grouped = {
  grouping: "none",
  tree: departmentTree([]),
  top: 5,
  keys: [],
  isHidden: false,
}
const group = (bucket: number, more: Partial<RequestedGroup> = {}): RequestedGroup => ({
  range: 0,
  key: null,
  scope: "one",
  bucket,
  lastBucket: bucket,
  told: true,
  points: 5,
  valued: 5,
  total: 50,
  lowest: 10,
  highest: 10,
  means: null,
  ...more,
})
const undisclosed = { told: false, points: 0, valued: 0, total: 0 }

test("a cell's state says whether it is disclosed in full, in part, not at all, or empty", () => {
  const groups = [group(1), group(2), group(2, undisclosed), group(3, undisclosed)]
  const { ranges } = assembleSeries(grouped, groups, { measure: "sum", buckets: [4] })
  expect(ranges[0]).toEqual([
    { group: 0, values: [50, 50, null, null], counts: [5, 5, null, 0], states: "vpsm" },
  ])
})

test("an undisclosed group across several cells makes each of them partial", () => {
  const groups = [group(1), group(2), group(3), group(2, { ...undisclosed, lastBucket: 3 })]
  const { ranges } = assembleSeries(grouped, groups, { measure: "count", buckets: [3] })
  expect(ranges[0]).toMatchObject([{ values: [5, 5, 5], states: "vpp" }])
})
