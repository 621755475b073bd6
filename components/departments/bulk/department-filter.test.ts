import { expect, test } from "vitest"
import type { TreeEntry } from "@/lib/client"
import { chooseDepartments, chosenValuesOf } from "./department-filter"

const entry = (id: string, parentId: string | null, type: string, city: string | null) =>
  ({ id, name: id, parentId, type, city, externalId: null }) satisfies TreeEntry

const departments = [
  entry("company", null, "Company", "Oslo"),
  entry("north", "company", "Region", null),
  entry("one", "north", "Store", "Oslo"),
  entry("two", "one", "Store", "Ås"),
  entry("other", "company", "Store", "Oslo"),
]
const ids = (filter: Parameters<typeof chooseDepartments>[1]) =>
  chooseDepartments(departments, filter, "da").map(({ id }) => id)

test("departments are chosen by type, city and the branch below one, all at once, and come by name", () => {
  expect(ids({ type: "Store" })).toEqual(["one", "other", "two"])
  expect(ids({ below: "north" })).toEqual(["one", "two"])
  expect(ids({ below: "company", type: "Store", city: "Oslo" })).toEqual(["one", "other"])
  expect(ids({ below: "gone" })).toEqual([])
})

test("the branch of a circle does not end in itself", () => {
  const circle = [entry("a", "b", "Store", null), entry("b", "a", "Store", null)]
  expect(chooseDepartments(circle, { below: "a" }, "da").map(({ id }) => id)).toEqual(["b"])
})

test("the values to choose from are those that there are, by the language's order", () => {
  expect(chosenValuesOf(departments, "city", "da")).toEqual(["Oslo", "Ås"])
})
