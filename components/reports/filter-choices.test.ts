import { expect, test } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { departmentProperties, nameChoices } from "./filter-choices"

const listOf = (id: string) => findOperation(catalogue, id) as ListOperation
const guid = (at: number) => `${at}0000000-0000-4000-8000-000000000000`

test.each([
  ["departments", ["parentId"]],
  ["data-points", ["departmentId"]],
  ["calendars", []],
])("%s is filtered by the names of departments under %j", (id, properties) => {
  expect(departmentProperties(listOf(id))).toEqual(properties)
})

test("names stand in the order of the language, and those that are shared are distinguished", () => {
  const names = { [guid(1)]: "Store 10", [guid(2)]: "Ærø", [guid(3)]: "Store 9", [guid(4)]: "Ærø" }
  expect(nameChoices(names, "en").map(({ name }) => name)).toEqual([
    "Ærø (20000000)",
    "Ærø (40000000)",
    "Store 9",
    "Store 10",
  ])
  expect(nameChoices(names, "da").map(({ id }) => id)).toEqual([guid(3), guid(1), guid(2), guid(4)])
})
