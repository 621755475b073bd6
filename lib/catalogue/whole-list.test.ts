import { expect, test } from "vitest"
import {
  catalogue,
  fieldsOf,
  findList,
  listOperations,
  pathIdsOf,
  singleOperations,
  sourceOfWhole,
  wholeListOf,
  wholeLists,
} from "."

const listOf = (id: string) => {
  const found = findList(catalogue, id)
  if (!found) throw new Error(`There is no list "${id}".`)
  return found
}

test("Every whole list has a unique id, its own path and the title of its source list.", () => {
  const ids = catalogue.operations.map(({ id }) => id)
  const lists = wholeLists(catalogue)
  expect(lists.length).toBeGreaterThan(10)
  expect(new Set([...ids, ...lists.map(({ id }) => id)]).size).toBe(ids.length + lists.length)
  for (const list of lists) {
    expect(list.id).toBe(`all-${list.wholeOf}`)
    expect(list.path).toBe(`/${list.wholeOf}`)
    if (list.readById === undefined) expect(list.title).toBe(listOf(list.wholeOf ?? "").title)
  }
})

test("Every list has a whole list, and that a source list of the same record.", () => {
  for (const list of listOperations(catalogue)) {
    const whole = wholeListOf(catalogue, list)
    expect(whole?.record).toBe(list.record)
    if (whole) expect(sourceOfWhole(catalogue, whole)?.record).toBe(list.record)
    expect(sourceOfWhole(catalogue, list)).toBeUndefined()
  }
  expect(wholeListOf(catalogue, listOf("departments-v1.2"))?.wholeOf).toBe("departments")
})

test("Records that only a by-id operation returns have a whole list too, within its path's containers.", () => {
  const listed = new Set(listOperations(catalogue).map(({ record }) => record))
  const single = singleOperations(catalogue).filter(({ record }) => !listed.has(record))
  const named = wholeLists(catalogue).filter(({ readById }) => readById !== undefined)
  expect(named.map(({ readById }) => readById)).toEqual(single.map(({ id }) => id))
  expect(named.map(({ id }) => id)).toEqual([
    "all-stage-comments",
    "all-calendar-events",
    "all-communication-templates",
  ])
  for (const list of named) {
    const operation = single.find(({ id }) => id === list.readById)
    expect([list.domain, list.area, list.record]).toEqual([
      operation?.domain,
      operation?.area,
      operation?.record,
    ])
    const [own, ...parents] = Object.entries(operation?.parameters ?? {}).toReversed()
    expect(own?.[1]).toBe(list.record)
    expect(Object.entries(list.within ?? {})).toEqual(parents.toReversed())
    expect(sourceOfWhole(catalogue, list)).toBeUndefined()
  }
})

test("Localised texts can be filtered by culture, through a member of their elements.", () => {
  const cultureOf = (id: string) => listOf(id).properties["culture"]?.elementOf
  expect(cultureOf("all-content-posts")).toEqual({ field: "locales", member: "culture" })
  expect(cultureOf("all-calendar-events")).toEqual({
    field: "locales",
    member: "culture",
    nullIsEmpty: true,
  })
  expect(cultureOf("all-communication-templates")).toEqual({
    field: "communicationTemplateCultures",
    member: "cultureCode",
    nullIsEmpty: true,
  })
})

test("A whole list starts with the path ids that its records do not already contain.", () => {
  const names = (id: string) => Object.keys(fieldsOf(catalogue, listOf(id)))
  expect(names("all-stage-reviews").slice(0, 3)).toEqual(["moduleId", "formId", "id"])
  expect(names("stage-reviews")).not.toContain("moduleId")
  const comments = listOf("all-feedback-comments")
  expect(pathIdsOf(comments)).toEqual(["serviceFormId", "formId", "answerId"])
  expect(Object.keys(comments.within ?? {})).toEqual([...pathIdsOf(comments), "feedbackId"])
  expect(names("all-feedback-comments").filter((name) => name === "feedbackId")).toHaveLength(1)
})

test("An id that is not a list finds none.", () => {
  for (const id of [
    "content-post",
    "update-department",
    "all-content-post",
    "all-",
    "all-all-departments",
  ])
    expect(findList(catalogue, id), id).toBeUndefined()
})
