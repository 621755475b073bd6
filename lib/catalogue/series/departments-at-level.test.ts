import { describe, expect, it } from "vitest"
import {
  departmentsAtLevel,
  departmentsBelow,
  departmentsOfType,
  typesByLevel,
} from "./departments-at-level"

const tree = [
  { id: "store-1", parentId: "north" },
  { id: "north", parentId: "company" },
  { id: "company", parentId: null },
  { id: "south", parentId: "company" },
  { id: "store-2", parentId: "south" },
  { id: "kiosk", parentId: "store-2" },
  { id: "franchise", parentId: null },
  { id: "ring-1", parentId: "ring-2" },
  { id: "ring-2", parentId: "ring-1" },
  { id: "below-ring", parentId: "ring-1" },
  { id: "own-parent", parentId: "own-parent" },
  { id: "orphan", parentId: "gone" },
]

const atLevel = (level: number) => Object.fromEntries(departmentsAtLevel(tree, level))

describe("the department at a level that another counts towards", () => {
  it("is its ancestor at the level, or itself if it is above the level", () => {
    expect(atLevel(2)).toEqual({
      "store-1": "north",
      north: "north",
      company: "company",
      south: "south",
      "store-2": "south",
      kiosk: "south",
      franchise: "franchise",
    })
  })

  it("is the root at level 1, and itself at a level deeper than the tree", () => {
    expect(atLevel(1)).toMatchObject({
      kiosk: "company",
      company: "company",
      franchise: "franchise",
    })
    expect(atLevel(99)).toMatchObject({ kiosk: "kiosk", "store-1": "store-1", company: "company" })
  })

  it("is none in or below a cycle, or below an unknown parent", () => {
    for (const id of ["ring-1", "ring-2", "below-ring", "own-parent", "orphan"])
      expect(departmentsAtLevel(tree, 1).has(id)).toBe(false)
  })
})

describe("a department and its descendants", () => {
  it("are found at any depth, and only once in a cycle", () => {
    expect(departmentsBelow(tree, "south").toSorted()).toEqual(["kiosk", "south", "store-2"])
    expect(departmentsBelow(tree, "ring-1").toSorted()).toEqual(["below-ring", "ring-1", "ring-2"])
    expect(departmentsBelow(tree, "gone").toSorted()).toEqual(["gone", "orphan"])
    expect(departmentsBelow(tree, "nowhere")).toEqual(["nowhere"])
  })
})

describe("department types", () => {
  const typed = [
    { id: "company", parentId: null, type: "Company" },
    { id: "north", parentId: "company", type: "Region" },
    { id: "inner", parentId: "north", type: "Region" },
    { id: "shop", parentId: "inner", type: "Store" },
    { id: "office", parentId: "company", type: "Department" },
    { id: "kiosk", parentId: "company", type: "Department" },
    { id: "plain", parentId: "north", type: null },
    { id: "lost", parentId: "gone", type: "Region" },
  ]

  it("group by the topmost ancestor of the type and omit other departments", () => {
    expect(Object.fromEntries(departmentsOfType(typed, "Region"))).toEqual({
      north: "north",
      inner: "north",
      shop: "north",
      plain: "north",
    })
    expect(departmentsOfType(typed, "Partner").size).toBe(0)
  })

  it("are listed for each level of the tree, most frequent first", () => {
    expect(typesByLevel(typed)).toEqual([
      ["Company"],
      ["Department", "Region"],
      ["Region"],
      ["Store"],
    ])
    expect(typesByLevel([])).toEqual([])
  })
})
