import { expect, test } from "vitest"
import { catalogue, fieldsOf, listOperations, referencesOf } from "."

test("the ids of a field stand for what the record says, and for nothing where nothing is known", () => {
  expect(referencesOf("department").get("parentId")).toBe("department")
  expect(referencesOf("dataPoint").get("departmentId")).toBe("department")
  expect(referencesOf("dataPoint").get("userId")).toBe("user")
  expect(referencesOf("dataPoint").get("parentId")).toBeUndefined()
  expect(referencesOf("department").get("constructor")).toBeUndefined()
  expect(referencesOf("constructor").get("id")).toBeUndefined()
})

test("no record's own id stands for something else", () => {
  for (const operation of listOperations(catalogue))
    expect(referencesOf(operation.record).get("id")).toBeUndefined()
})

test("every id of a user or a department that a list shows is known as one", () => {
  const shown = listOperations(catalogue).flatMap((operation) =>
    Object.entries(fieldsOf(catalogue, operation))
      .filter(([name, { type }]) => type === "guid" && /user|department/i.test(name))
      .map(([name]) => [`${operation.record}.${name}`, referencesOf(operation.record).get(name)]),
  )
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.filter(([, target]) => target === undefined)).toEqual([])
})
