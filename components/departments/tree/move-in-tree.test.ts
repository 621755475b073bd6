import { expect, test } from "vitest"
import { arrangeTree } from "./arrange-tree"
import { company } from "./testing/departments"
import { treeRows } from "./tree-rows"
import { moveInTree, typeAhead } from "./use-tree-keys"

const rows = treeRows(arrangeTree(company, "en"), { levels: 2, turned: new Set() })
const rowOf = (key: string) => rows.findIndex((row) => row.key === key)
const press = (from: string, key: string) => moveInTree(rows, rowOf(from), { key, pageRows: 3 })

test("arrow, Page, Home and End keys move between rows and stop at the ends", () => {
  expect(press("North", "ArrowDown")).toEqual({ to: rowOf("Store 1") })
  expect(press("Empty", "ArrowUp")).toEqual({ to: 0 })
  expect(press("Empty", "PageDown")).toEqual({ to: 3 })
  expect(press("Store S", "PageDown")).toEqual({ to: rows.length - 1 })
  expect(press("Store 2", "Home")).toEqual({ to: 0 })
  expect(press("Store 2", "End")).toEqual({ to: rows.length - 1 })
})

test("the right arrow opens a closed branch, enters an open one and does nothing on a leaf", () => {
  expect(press("Store 1", "ArrowRight")).toEqual({ toggle: ["Store 1"] })
  expect(press("North", "ArrowRight")).toEqual({ to: rowOf("Store 1") })
  expect(press("Store 2", "ArrowRight")).toBeUndefined()
})

test("the left arrow closes an open branch or moves to the parent, and stops at the top", () => {
  expect(press("North", "ArrowLeft")).toEqual({ toggle: ["North"] })
  expect(press("Store 10", "ArrowLeft")).toEqual({ to: rowOf("North") })
  expect(press("Empty", "ArrowLeft")).toBeUndefined()
})

test("the asterisk opens closed siblings", () => {
  expect(press("Store 10", "*")).toEqual({ toggle: ["Store 1"] })
  expect(press("South", "*")).toEqual({ toggle: [] })
})

test("other keys do nothing", () => {
  expect(press("North", "constructor")).toBeUndefined()
})

test("typing moves to the next name with that prefix and wraps around", () => {
  expect(typeAhead(rows, 0, "STORE")).toBe(rowOf("Store 1"))
  expect(typeAhead(rows, rowOf("Store 1") + 1, "store")).toBe(rowOf("Store 2"))
  expect(typeAhead(rows, rows.length - 1, "n")).toBe(rowOf("North"))
  expect(typeAhead(rows, 0, "xyz")).toBeUndefined()
})
