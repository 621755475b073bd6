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

test("every other id that a list shows is known too, but for those of files, submissions and other comments", () => {
  const shown = listOperations(catalogue).flatMap((operation) =>
    Object.entries(fieldsOf(catalogue, operation)).flatMap(([name, { type }]) =>
      type === "guid" && name !== "id" && !referencesOf(operation.record).has(name) ? [name] : [],
    ),
  )
  const unnameable = ["featureMediaId", "feedbackId", "fillingId", "parentCommentId"]
  expect([...new Set(shown)].toSorted()).toEqual(unnameable)
})

test("what an id stands for is a record, a user or something that the workspace names", () => {
  for (const record of Object.keys(catalogue.records))
    for (const target of referencesOf(record).values())
      expect(
        target === "user" || target in catalogue.records || target in catalogue.containers,
      ).toBe(true)
})
