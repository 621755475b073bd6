import { expect, test } from "vitest"
import { arrangeTree } from "./arrange-tree"
import { departmentsOf } from "./testing/departments"
import { findInTree } from "./tree-rows"

const [harbour, park, head] = departmentsOf({ Harbour: "Head", Park: "Head", Head: null })
if (!harbour || !park || !head) throw new Error("There are three departments.")
const tree = arrangeTree(
  [
    { ...harbour, externalId: "DK-0042", city: "Aarhus" },
    { ...park, city: "Odense" },
    { ...head, id: "Head" },
  ],
  "en",
)
const found = (text: string) =>
  findInTree(tree, text)?.matches.map((index) => tree.nodes[index]?.entry.name)

test("departments are found by name, external id, city and the start of their id", () => {
  expect(found("HARB")).toEqual(["Harbour"])
  expect(found("dk-00")).toEqual(["Harbour"])
  expect(found(" odense ")).toEqual(["Park"])
  expect(findInTree(arrangeTree(departmentsOf({ abc: null }), "en"), "ab")?.matches).toEqual([0])
})

test("ancestors of a match are shown but are not matches", () => {
  const result = findInTree(tree, "park")
  const of = (name: string) => tree.nodes.findIndex(({ entry }) => entry.name === name)
  expect(result?.isShown(of("Head"))).toBe(true)
  expect(result?.isMatch(of("Head"))).toBe(false)
  expect(result?.hasShownBelow(of("Head"))).toBe(true)
  expect(result?.isShown(of("Harbour"))).toBe(false)
})

test("a blank text starts no search", () => {
  expect(findInTree(tree, "  ")).toBeUndefined()
})
