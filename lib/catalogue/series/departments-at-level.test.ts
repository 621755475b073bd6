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

describe("the department that another counts for", () => {
  it("is the one above it at the level, and itself where it is higher", () => {
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

  it("is the top at the first level, and itself at one deeper than the tree", () => {
    expect(atLevel(1)).toMatchObject({
      kiosk: "company",
      company: "company",
      franchise: "franchise",
    })
    expect(atLevel(99)).toMatchObject({ kiosk: "kiosk", "store-1": "store-1", company: "company" })
  })

  it("is none on a cycle, below one, or below what nobody knows", () => {
    for (const id of ["ring-1", "ring-2", "below-ring", "own-parent", "orphan"])
      expect(departmentsAtLevel(tree, 1).has(id)).toBe(false)
  })
})

describe("a department and all below it", () => {
  it("are found at any depth, and once on a cycle", () => {
    expect(departmentsBelow(tree, "south").toSorted()).toEqual(["kiosk", "south", "store-2"])
    expect(departmentsBelow(tree, "ring-1").toSorted()).toEqual(["below-ring", "ring-1", "ring-2"])
    expect(departmentsBelow(tree, "gone").toSorted()).toEqual(["gone", "orphan"])
    expect(departmentsBelow(tree, "nowhere")).toEqual(["nowhere"])
  })
})

describe("types of departments", () => {
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

  it("group by the highest department of the type, and leave the others out", () => {
    expect(Object.fromEntries(departmentsOfType(typed, "Region"))).toEqual({
      north: "north",
      inner: "north",
      shop: "north",
      plain: "north",
    })
    expect(departmentsOfType(typed, "Partner").size).toBe(0)
  })

  it("are told for each level of the tree, the most frequent first", () => {
    expect(typesByLevel(typed)).toEqual([
      ["Company"],
      ["Department", "Region"],
      ["Region"],
      ["Store"],
    ])
    expect(typesByLevel([])).toEqual([])
  })
})
