import { expect, test } from "vitest"
import { arrangeTree, pathTo } from "./arrange-tree"
import { shortenPath } from "./path-bar"
import { departmentsOf } from "./testing/departments"

const pathOf = (length: number) => {
  const chain = Array.from({ length }, (_, at) => [`D${at}`, at === 0 ? null : `D${at - 1}`])
  return pathTo(arrangeTree(departmentsOf(Object.fromEntries(chain)), "en"), length - 1)
}
const names = (length: number) => {
  const { start, left, end } = shortenPath(pathOf(length))
  return [...start.map(({ entry }) => entry.name), left, ...end.map(({ entry }) => entry.name)]
}

test("a path of up to five departments is complete", () => {
  expect(names(1)).toEqual([0, "D0"])
  expect(names(5)).toEqual([0, "D0", "D1", "D2", "D3", "D4"])
})

test("a longer path keeps the first and the last three departments", () => {
  expect(names(9)).toEqual(["D0", 5, "D6", "D7", "D8"])
})
