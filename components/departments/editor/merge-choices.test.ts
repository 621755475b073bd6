import { expect, test } from "vitest"
import type { FieldMerge } from "@/lib/json-patch"
import { mergedValues, openConflicts } from "./merge-choices"

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

test("conflicts stay open until somebody has chosen", () => {
  const fieldsOf = (choices: Parameters<typeof openConflicts>[1]) =>
    openConflicts(merges, choices).map(({ field }) => field)
  expect(fieldsOf({})).toEqual(["name", "city"])
  expect(fieldsOf({ city: { kind: "theirs" } })).toEqual(["name"])
})

test("own changes and what was chosen are laid over the other's record", () => {
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
