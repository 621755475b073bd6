import { expect, it } from "vitest"
import { runHook } from "../ui/testing/run-hook"
import { type ChartModel, styleOfGroup } from "./chart-model"
import { useIsolation } from "./isolated-lines"

const modelOf = (...groups: readonly string[]): ChartModel => ({
  edges: [0, 1],
  targets: [],
  lines: groups.map((group, at) => ({
    key: group,
    group,
    label: group,
    isCompared: false,
    style: styleOfGroup(at),
    values: [1],
    states: "v",
    partial: new Set<number>(),
  })),
})

it("clears the isolation when the pressed line disappears, and restores it when the line is back", async () => {
  const { now, show, act } = await runHook(useIsolation, modelOf("a", "b", "c"))
  await act(({ press }) => press("c"))
  expect(now().isolated).toEqual(new Set(["c"]))
  await show(modelOf("a", "b"))
  expect(now().isolated).toBeUndefined()
  await show(modelOf("c", "a"))
  expect(now().isolated).toEqual(new Set(["c"]))
  await act(({ point }) => point("a"))
  expect(now().isolated).toEqual(new Set(["a"]))
})
