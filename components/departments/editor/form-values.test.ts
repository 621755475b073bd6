import { expect, test } from "vitest"
import { catalogue, departmentSchemas, recordType } from "@/lib/catalogue"
import type { FieldMerge } from "@/lib/json-patch"
import {
  changedNames,
  changedValues,
  editableNames,
  mergedValues,
  mergeFields,
  openConflicts,
  ownChanges,
  recordAfter,
  valuesOf,
} from "./form-values"

const names = editableNames(recordType(catalogue, "department").fields)
const schemas = departmentSchemas(catalogue)
const record = {
  id: "1",
  lastModifiedDateTime: "2026-01-01T00:00:00Z",
  name: "Oslo",
  city: "Oslo",
  locales: [{ culture: "nb-NO", description: null }],
}

test("a form has the editable fields, with missing values as null", () => {
  const values = valuesOf(names, record)
  expect(values).toMatchObject({ name: "Oslo", email: null })
  expect(Object.keys(values)).not.toContain("lastModifiedDateTime")
  expect(changedNames(names, record, values)).toEqual([])
})

test("only changed fields overwrite the record, normalised as the platform stores them", () => {
  const manager = "ABCDEF01-0000-4000-8000-000000000000"
  const values = {
    ...valuesOf(names, record),
    name: " ",
    managerUserId: manager,
    locales: [{ culture: "nb-NO" }],
  }
  const changed = changedNames(names, record, values)
  expect(changed).toEqual(["name", "managerUserId", "locales"])
  expect(changedValues(names, record, values)).toEqual({
    name: " ",
    managerUserId: manager,
    locales: [{ culture: "nb-NO" }],
  })
  const after = recordAfter(schemas, record, values, changed)
  expect(after).toEqual({ ...record, name: " ", managerUserId: manager.toLowerCase() })
})

test("a merge applies own changes to the other person's record and leaves out conflicts", () => {
  const mine = { ...record, name: "Bergen", city: "Bergen" }
  const theirs = { ...record, city: "Bodø", zipCode: "1", lastModifiedDateTime: "later" }
  const merges = mergeFields(names, record, mine, theirs)
  expect(merges.map(({ field, state }) => `${field} ${state}`).toSorted()).toEqual([
    "city conflict",
    "name mine",
    "zipCode theirs",
  ])
  expect(ownChanges(merges)).toEqual({ name: "Bergen" })
})

const merge = (field: string, state: FieldMerge["state"]): FieldMerge => ({
  field,
  state,
  base: "old",
  mine: `my ${field}`,
  theirs: `their ${field}`,
})
const merges = [
  merge("name", "conflict"),
  merge("city", "conflict"),
  merge("email", "mine"),
  merge("zipCode", "theirs"),
  merge("type", "same"),
]

test("conflicts stay open until they are resolved", () => {
  const fieldsOf = (choices: Parameters<typeof openConflicts>[1]) =>
    openConflicts(merges, choices).map(({ field }) => field)
  expect(fieldsOf({})).toEqual(["name", "city"])
  expect(fieldsOf({ city: { kind: "theirs" } })).toEqual(["name"])
})

test("merged values are own changes and the resolved conflicts", () => {
  expect(mergedValues(merges, { name: { kind: "mine" }, city: { kind: "theirs" } })).toEqual({
    name: "my name",
    city: "their city",
    email: "my email",
  })
  const byHand = { kind: "other", value: null } as const
  expect(mergedValues(merges, { name: byHand, city: byHand })).toMatchObject({
    name: null,
    city: null,
  })
})
