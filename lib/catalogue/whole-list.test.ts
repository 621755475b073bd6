import { expect, test } from "vitest"
import {
  catalogue,
  fieldsOf,
  findList,
  listOperations,
  pathIdsOf,
  sourceOfWhole,
  wholeListOf,
  wholeLists,
} from "."

const listOf = (id: string) => {
  const found = findList(catalogue, id)
  if (!found) throw new Error(`There is no list "${id}".`)
  return found
}

test("A whole list has an id, a title and an address that no list of the platform has.", () => {
  const ids = catalogue.operations.map(({ id }) => id)
  const lists = wholeLists(catalogue)
  expect(lists.length).toBeGreaterThan(10)
  expect(new Set([...ids, ...lists.map(({ id }) => id)]).size).toBe(ids.length + lists.length)
  for (const list of lists) {
    expect(list.id).toBe(`all-${list.wholeOf}`)
    expect(list.path).toBe(`/${list.wholeOf}`)
    expect(list.title).toBe(listOf(list.wholeOf ?? "").wholeTitle)
  }
})

test("Every list of the platform leads to its whole list, and that back to the list which is copied.", () => {
  for (const list of listOperations(catalogue)) {
    const whole = wholeListOf(catalogue, list)
    expect(whole?.record).toBe(list.record)
    if (whole) expect(sourceOfWhole(catalogue, whole)?.record).toBe(list.record)
    expect(sourceOfWhole(catalogue, list)).toBeUndefined()
  }
  expect(wholeListOf(catalogue, listOf("departments-v1.2"))?.wholeOf).toBe("departments")
})

test("The ids of the path are a whole list's first fields, but for those that its records carry.", () => {
  const names = (id: string) => Object.keys(fieldsOf(catalogue, listOf(id)))
  expect(names("all-stage-reviews").slice(0, 3)).toEqual(["moduleId", "formId", "id"])
  expect(names("stage-reviews")).not.toContain("moduleId")
  const comments = listOf("all-feedback-comments")
  expect(pathIdsOf(comments)).toEqual(["serviceFormId", "formId", "answerId"])
  expect(Object.keys(comments.within ?? {})).toEqual([...pathIdsOf(comments), "feedbackId"])
  expect(names("all-feedback-comments").filter((name) => name === "feedbackId")).toHaveLength(1)
})

test("What is no list has none.", () => {
  for (const id of [
    "content-post",
    "update-department",
    "all-content-post",
    "all-",
    "all-all-departments",
  ])
    expect(findList(catalogue, id), id).toBeUndefined()
})
