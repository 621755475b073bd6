import { expect, test } from "vitest"
import { type BulkDraft, readBulkDraft } from "./bulk-draft"

test.each<[string, unknown]>([
  ["no value", null],
  ["an empty text", ""],
  ["a text of blanks", "  "],
  ["an empty list", []],
  ["a description without its text", [{ culture: "da-DK", description: null }]],
])("a field with %s is not sent and is reported as unfilled", (_, value) => {
  const draft: BulkDraft = { values: { timeZone: value, city: "Oslo" }, cleared: [], rows: {} }
  expect(readBulkDraft(draft)).toMatchObject({ desired: { city: "Oslo" }, unfilled: ["timeZone"] })
})

test("a cleared field is sent as null, whatever was entered before", () => {
  const values = { timeZone: "Europe/Oslo", city: null, zipCode: "0150" }
  expect(readBulkDraft({ values, cleared: ["timeZone", "city"], rows: {} })).toMatchObject({
    desired: { timeZone: null, city: null, zipCode: "0150" },
    unfilled: [],
  })
})

test("false, 0 and lists count as values", () => {
  const values = { showInContacts: false, defaultPhoneCountryCode: 0, selectedCultures: ["da-DK"] }
  expect(readBulkDraft({ values, cleared: [], rows: {} })).toMatchObject({
    desired: values,
    unfilled: [],
  })
})

test("a field with values by department skips the departments without one", () => {
  const rows = { managerUserId: { one: "a", two: null }, city: { one: " " } }
  const values = { managerUserId: "old", city: null, zipCode: "1" }
  expect(readBulkDraft({ values, cleared: [], rows })).toEqual({
    desired: { zipCode: "1" },
    each: new Map([["one", { managerUserId: "a" }]]),
    unfilled: ["city"],
  })
})
