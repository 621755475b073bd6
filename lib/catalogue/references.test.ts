import { expect, test } from "vitest"
import { catalogue, fieldsOf, listOperations, referencesOf } from "."

test("id fields map to what they reference, and unknown names to nothing", () => {
  expect(referencesOf("department").get("parentId")).toBe("department")
  expect(referencesOf("dataPoint").get("departmentId")).toBe("department")
  expect(referencesOf("dataPoint").get("userId")).toBe("user")
  expect(referencesOf("dataPoint").get("parentId")).toBeUndefined()
  expect(referencesOf("department").get("constructor")).toBeUndefined()
  expect(referencesOf("constructor").get("id")).toBeUndefined()
})

test("a record's own id is not a reference", () => {
  for (const operation of listOperations(catalogue))
    expect(referencesOf(operation.record).get("id")).toBeUndefined()
})

test("every user or department id in a list is a known reference", () => {
  const shown = listOperations(catalogue).flatMap((operation) =>
    Object.entries(fieldsOf(catalogue, operation))
      .filter(([name, { type }]) => type === "guid" && /user|department/i.test(name))
      .map(([name]) => [`${operation.record}.${name}`, referencesOf(operation.record).get(name)]),
  )
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.filter(([, target]) => target === undefined)).toEqual([])
})

test("every other id in a list is a known reference, except files, feedback, fillings and parent comments", () => {
  const shown = listOperations(catalogue).flatMap((operation) =>
    Object.entries(fieldsOf(catalogue, operation)).flatMap(([name, { type }]) =>
      type === "guid" && name !== "id" && !referencesOf(operation.record).has(name) ? [name] : [],
    ),
  )
  const unnameable = ["featureMediaId", "feedbackId", "fillingId", "parentCommentId"]
  expect([...new Set(shown)].toSorted()).toEqual(unnameable)
})

test("every reference points to a record type, a container or a user", () => {
  for (const record of Object.keys(catalogue.records))
    for (const target of referencesOf(record).values())
      expect(
        target === "user" || target in catalogue.records || target in catalogue.containers,
      ).toBe(true)
})
