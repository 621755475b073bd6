import { expect, test } from "vitest"
import { catalogue, type Domain, domains, findOperation } from "@/lib/catalogue"
import { createLinkOf } from "./field-links"

const parameters = { moduleId: "m", calendarId: "c", eventId: "e" }
const linkOf = (may: readonly Domain[] = domains) => {
  const operation = findOperation(catalogue, "calendar-event")
  if (!operation) throw new Error("The catalogue has no calendar-event.")
  return createLinkOf(catalogue, operation, parameters, new Set(may))
}

test("an event's category leads to its row within the same module", () => {
  expect(linkOf()("categoryId", "k")).toBe("/reports/calendar-categories?path.moduleId=m&id=k")
})

test("a department leads to its row, unless departments may not be read", () => {
  expect(linkOf()("departmentId", "d")).toBe("/reports/departments?id=d")
  expect(linkOf(["calendars"])("departmentId", "d")).toBeUndefined()
})

test("a user's id leads nowhere: the API lists none", () => {
  expect(linkOf()("userId", "u")).toBeUndefined()
})
