import { expect, test } from "vitest"
import { formatValue, type ValueTexts } from "./format-value"

const texts: ValueTexts = {
  cultureName: (code) => (code === "da-DK" ? "Danish (Denmark)" : code),
  nameOf: (id, field) =>
    field === "parentId" && id.startsWith("8c1f") ? "Region West" : undefined,
  valueLabel: (field, value) => (field === "type" && value === "Store" ? "shop" : value),
  yes: "yes",
  no: "no",
  none: "not set",
  empty: "empty text",
  emptyList: "no entries",
}
const format = (field: string, value: unknown) => formatValue(field, value, texts)
const id = "8c1fe3b8-6128-40a1-b1b1-b4c2ed26fa9c"

test.each<[string, unknown, string]>([
  ["name", "Bolig", "Bolig"],
  ["name", "Bolig ", "“Bolig ”"],
  ["name", "", "empty text"],
  ["type", "Store", "shop"],
  ["type", "Kiosk", "Kiosk"],
  ["name", null, "not set"],
  ["name", undefined, "not set"],
  ["showInContacts", true, "yes"],
  ["showInContacts", false, "no"],
  ["defaultPhoneCountryCode", 45, "45"],
  ["contentCulture", "da-DK", "Danish (Denmark), da-DK"],
  ["contentCulture", "xx-Odd", "xx-Odd"],
  ["parentId", id, "Region West (8c1fe3b8)"],
  ["managerUserId", id, id],
  ["phoneNumber", { countryCode: 45, number: "12345678" }, "+45 12345678"],
  ["selectedCultures", [], "no entries"],
  ["selectedCultures", ["da-DK", "en-GB"], "Danish (Denmark), da-DK; en-GB"],
  ["locales", { culture: "da-DK", description: null }, "Danish (Denmark), da-DK: not set"],
  [
    "locales",
    [
      { culture: "da-DK", description: "Åben" },
      { culture: "en-GB", description: "Open" },
    ],
    "Danish (Denmark), da-DK: Åben\nen-GB: Open",
  ],
  ["extra", { a: 1 }, '{"a":1}'],
])("a value of %s with %j is formatted for readers", (field, value, expected) => {
  expect(format(field, value)).toBe(expected)
})
