import { describe, expect, test } from "vitest"
import type { TreeEntry } from "@/lib/client"
import { arrangeTree, countBelow, pathTo, type Tree, type TreeGroup } from "./arrange-tree"
import { company, departmentsOf } from "./testing/departments"

const outline = ({ nodes }: Tree) =>
  nodes.map(({ entry, level }) => `${"-".repeat(level - 1)}${entry.name}`)
const arrange = (parents: Readonly<Record<string, string | null>>) =>
  arrangeTree(departmentsOf(parents), "en")
const namesIn = ({ nodes, groups }: Tree, group: TreeGroup) =>
  nodes.slice(groups[group].start, groups[group].end).map(({ entry }) => entry.name)

test("departments are below their parents, and siblings are in natural order", () => {
  expect(outline(arrangeTree(company, "en"))).toEqual([
    "Empty",
    "North",
    "-Store 1",
    "--Team",
    "-Store 2",
    "-Store 10",
    "South",
    "-Store S",
  ])
})

test("names are sorted by the rules of the locale", () => {
  const entries = departmentsOf({ Åbo: null, Zürich: null, Aarhus: null, Bonn: null })
  expect(outline(arrangeTree(entries, "de"))).toEqual(["Aarhus", "Åbo", "Bonn", "Zürich"])
  expect(outline(arrangeTree(entries, "da"))).toEqual(["Bonn", "Zürich", "Åbo", "Aarhus"])
})

test("each node has its number of descendants and its path", () => {
  const tree = arrangeTree(company, "en")
  const below = tree.nodes.map((node) => [node.entry.name, countBelow(node)])
  expect(Object.fromEntries(below)).toMatchObject({ North: 4, "Store 1": 1, Empty: 0, South: 1 })
  const path = pathTo(tree, tree.indexes.get("Team") ?? -1)
  expect(path.map(({ entry }) => entry.name)).toEqual(["North", "Store 1", "Team"])
  expect(tree.depth).toBe(3)
})

test("the tree of no departments is empty", () => {
  expect(arrangeTree([], "en")).toMatchObject({ nodes: [], depth: 0 })
})

describe("departments that the root does not reach", () => {
  test("whose parent is not in the list are separate roots", () => {
    const tree = arrange({ Top: null, Lost: "nobody", Child: "Lost" })
    expect(namesIn(tree, "top")).toEqual(["Top"])
    expect(namesIn(tree, "orphans")).toEqual(["Lost", "Child"])
  })

  test("that are their own parent form a cycle of one", () => {
    const tree = arrange({ Top: null, Self: "Self" })
    expect(namesIn(tree, "circles")).toEqual(["Self"])
    expect(tree.nodes[1]).toMatchObject({ isInCircle: true, level: 1, end: 2 })
  })

  test.each([
    ["two", { B: "A", A: "B" }, ["A", "-B"]],
    ["three", { C: "B", A: "C", B: "A" }, ["A", "-B", "--C"]],
  ])("in a cycle of %s start with the first name", (_, parents, expected) => {
    const tree = arrange(parents)
    expect(outline(tree)).toEqual(expected)
    expect(namesIn(tree, "circles")).toHaveLength(expected.length)
    expect(tree.nodes.every(({ isInCircle }) => isInCircle)).toBe(true)
  })

  test("keep the branches below a cycle, which are not part of it", () => {
    const tree = arrange({ A: "B", B: "A", Under: "B", Deeper: "Under", Other: "A", Self: "Self" })
    expect(outline(tree)).toEqual(["A", "-B", "--Under", "---Deeper", "-Other", "Self"])
    const inCircle = tree.nodes.filter(({ isInCircle }) => isInCircle)
    expect(inCircle.map(({ entry }) => entry.name)).toEqual(["A", "B", "Self"])
  })
})

test("a chain of 10,000 departments has 10,000 levels", () => {
  const chain: TreeEntry[] = Array.from({ length: 10_000 }, (_, at) => ({
    id: `${at}`,
    name: `D${at}`,
    parentId: at === 0 ? null : `${at - 1}`,
    type: null,
    externalId: null,
    city: null,
  }))
  const tree = arrangeTree(chain.toReversed(), "en")
  expect(tree.depth).toBe(10_000)
  expect(tree.nodes[0]?.end).toBe(10_000)
  expect(pathTo(tree, 9999)).toHaveLength(10_000)
})

test("each department appears exactly once, whatever the parents", () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 200; round++) {
    const names = Array.from({ length: 1 + random(12) }, (_, at) => `D${at}`)
    const parentOf = () => [null, "nobody", ...names][random(names.length + 2)] ?? null
    const tree = arrange(Object.fromEntries(names.map((name) => [name, parentOf()])))
    expect(tree.nodes.map(({ entry }) => entry.id).toSorted()).toEqual(names.toSorted())
    for (const { index, end, parent } of tree.nodes) {
      expect(end).toBeGreaterThan(index)
      if (parent !== undefined) expect(tree.nodes[parent]?.end).toBeGreaterThanOrEqual(end)
    }
  }
})
