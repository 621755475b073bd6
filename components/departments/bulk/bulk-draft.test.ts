import { expect, test } from "vitest"
import { type BulkDraft, bulkDraftSchema, readBulkDraft } from "./bulk-draft"

test.each<[string, unknown]>([
  ["no value", null],
  ["an empty text", ""],
  ["a text of blanks", "  "],
  ["an empty list", []],
  ["a description without its text", [{ culture: "da-DK", description: null }]],
])("a field with %s is not sent: it still needs a value", (_, value) => {
  const draft: BulkDraft = { values: { timeZone: value, city: "Oslo" }, cleared: [] }
  expect(readBulkDraft(draft)).toEqual({ desired: { city: "Oslo" }, unfilled: ["timeZone"] })
})

test("a field is emptied where clearing was chosen, whatever was entered before", () => {
  const values = { timeZone: "Europe/Oslo", city: null, zipCode: "0150" }
  expect(readBulkDraft({ values, cleared: ["timeZone", "city"] })).toEqual({
    desired: { timeZone: null, city: null, zipCode: "0150" },
    unfilled: [],
  })
})

test("false, zero and whole lists are values", () => {
  const values = { showInContacts: false, defaultPhoneCountryCode: 0, selectedCultures: ["da-DK"] }
  expect(readBulkDraft({ values, cleared: [] })).toEqual({ desired: values, unfilled: [] })
})

test("an empty value in a draft of before clears nothing", () => {
  const older = bulkDraftSchema.parse({ timeZone: null, city: "Oslo" })
  expect(readBulkDraft(older)).toEqual({ desired: { city: "Oslo" }, unfilled: ["timeZone"] })
})
