import { expect, test } from "vitest"
import { catalogue, type Domain, domains, findOperation } from "@/lib/catalogue"
import { createLinkOf, fieldLinks } from "./field-links"

const parameters = { moduleId: "m", calendarId: "c", eventId: "e" }
const linkOf = (may: readonly Domain[] = domains, id = "calendar-event") => {
  const operation = findOperation(catalogue, id)
  if (!operation) throw new Error(`The catalogue has no ${id}.`)
  return createLinkOf(fieldLinks(catalogue, operation, new Set(may)), parameters)
}

test("an event's category links to its row in the same module", () => {
  expect(linkOf()("categoryId", "k")).toBe("/reports/calendar-categories?path.moduleId=m&id=k")
})

test("a department links to its page only if departments may be read", () => {
  expect(linkOf()("departmentId", "d")).toBe("/organisation/d")
  expect(linkOf(["calendars"])("departmentId", "d")).toBeUndefined()
})

test("a department's parent links to its page", () => {
  expect(linkOf(domains, "departments")("parentId", "d")).toBe("/organisation/d")
})

test("a user or course id links to its page only if the reader may open it", () => {
  expect(linkOf()("userId", "u")).toBe("/people/u")
  expect(linkOf(domains, "course-participations")("courseId", "k")).toBe("/courses/k")
  expect(linkOf(["calendars"])("userId", "u")).toBeUndefined()
  expect(linkOf()("constructor", "u")).toBeUndefined()
})
