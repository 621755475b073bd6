import { expect, test } from "vitest"
import { catalogue, departmentSchemas, recordType } from "@/lib/catalogue"
import {
  changedNames,
  changedValues,
  editableNames,
  mergeFields,
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

test("a form holds the fields that may change, what is missing as null", () => {
  const values = valuesOf(names, record)
  expect(values).toMatchObject({ name: "Oslo", email: null })
  expect(Object.keys(values)).not.toContain("lastModifiedDateTime")
  expect(changedNames(names, record, values)).toEqual([])
})

test("only changed fields are laid over the record, as the platform stores them", () => {
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

test("of two people's changes one's own are laid over the other's record, conflicts are not", () => {
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
