import { expect, test } from "vitest"
import { stateRuns } from "./state-hatches"

const line = (states: string, isCompared = false) => ({
  key: states,
  group: states,
  label: states,
  states,
  isCompared,
  style: { colour: "red", width: 2 },
  values: [...states].map(() => null),
  partial: new Set<number>(),
})
const model = (...lines: ReturnType<typeof line>[]) => ({
  edges: [0, 1, 2, 3, 4, 5],
  lines,
  targets: [],
})

test("suppressed and unsynced buckets form intervals, and missing ones do not", () => {
  expect(stateRuns(model(line("vmssu")))).toEqual([
    { state: "suppressed", isWhole: true, from: 2, to: 3 },
    { state: "unsynced", isWhole: true, from: 4, to: 4 },
  ])
})

test("buckets that leave small groups out are hatched as partly suppressed", () => {
  expect(stateRuns(model(line("vppsv")))).toEqual([
    { state: "suppressed", isWhole: false, from: 1, to: 2 },
    { state: "suppressed", isWhole: true, from: 3, to: 3 },
  ])
})

test("an interval of only some groups is partial, and comparison lines are ignored", () => {
  expect(stateRuns(model(line("vsvvv"), line("vvvvv"), line("uuuuu", true)))).toEqual([
    { state: "suppressed", isWhole: false, from: 1, to: 1 },
  ])
})
