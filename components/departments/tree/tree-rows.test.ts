import { describe, expect, test } from "vitest"
import { arrangeTree, pathTo } from "./arrange-tree"
import { company, departmentsOf } from "./testing/departments"
import {
  findInTree,
  type Openness,
  openingLevels,
  revealed,
  treeRows,
  turnedOver,
} from "./tree-rows"

const tree = arrangeTree(company, "en")
const openTo = (levels: number): Openness => ({ levels, turned: new Set() })
const shown = (openness: Openness, text = "", of = tree) =>
  treeRows(of, openness, findInTree(of, text)).map(({ key, level }) => `${level} ${key}`)

describe("the rows of a tree", () => {
  test("are the levels down to the open one", () => {
    expect(shown(openTo(1))).toEqual(["1 Empty", "1 North", "1 South"])
    expect(shown(openTo(2))).not.toContain("3 Team")
    expect(shown(openTo(Number.POSITIVE_INFINITY))).toHaveLength(company.length)
  })

  test("can be opened or closed by branch", () => {
    expect(shown(turnedOver(openTo(1), ["South"]))).toEqual([
      "1 Empty",
      "1 North",
      "1 South",
      "2 Store S",
    ])
    expect(shown(turnedOver(openTo(2), ["North"]))).not.toContain("2 Store 1")
    expect(shown(turnedOver(turnedOver(openTo(2), ["North"]), ["North"]))).toEqual(shown(openTo(2)))
  })

  test("have their open state and their position among siblings", () => {
    const rows = treeRows(tree, openTo(2))
    expect(rows.map(({ key, isOpen }) => [key, isOpen])).toEqual([
      ["Empty", undefined],
      ["North", true],
      ["Store 1", false],
      ["Store 2", undefined],
      ["Store 10", undefined],
      ["South", true],
      ["Store S", undefined],
    ])
    expect(rows.find(({ key }) => key === "Store 2")).toMatchObject({ position: 2, siblings: 3 })
    expect(rows.find(({ key }) => key === "South")).toMatchObject({ position: 3, siblings: 3 })
  })

  test("have a heading that can be closed for unreachable departments", () => {
    const broken = arrangeTree(departmentsOf({ Top: null, Lost: "nobody", A: "B", B: "A" }), "en")
    expect(shown(openTo(5), "", broken)).toEqual([
      "1 Top",
      "1 orphans",
      "2 Lost",
      "1 circles",
      "2 A",
      "3 B",
    ])
    expect(shown(turnedOver(openTo(5), ["orphans"]), "", broken)).not.toContain("2 Lost")
    expect(shown(openTo(5), "lost", broken)).toEqual(["1 orphans", "2 Lost"])
    const heading = treeRows(broken, openTo(1)).find(({ key }) => key === "circles")
    expect(heading).toMatchObject({ count: 2, position: 3, siblings: 3 })
  })

  test("are the matches of a search and their ancestors", () => {
    const all = openTo(Number.POSITIVE_INFINITY)
    expect(shown(all, "store 1")).toEqual(["1 North", "2 Store 1", "2 Store 10"])
    expect(shown(all, "nothing of the kind")).toEqual([])
    const [, first] = treeRows(tree, all, findInTree(tree, "store 1"))
    expect(first).toMatchObject({ isOpen: undefined, position: 1, siblings: 2 })
  })
})

test("revealing a department opens its ancestors and nothing else", () => {
  const path = pathTo(tree, tree.indexes.get("Team") ?? -1)
  const open = revealed(openTo(1), path)
  expect(shown(open)).toContain("3 Team")
  expect(shown(open)).not.toContain("2 Store S")
  expect(shown(revealed(turnedOver(openTo(3), ["North"]), path))).toContain("3 Team")
})

test("a tree opens with as many levels as fit, and at least one", () => {
  expect([1, 3, 7, 8, 100].map((max) => openingLevels(tree, max))).toEqual([1, 1, 2, 3, 3])
  expect(openingLevels(arrangeTree([], "en"), 10)).toBe(1)
})
