import { expect, test } from "vitest"
import { printTypedValue, readTypedValue } from "./typed-value"

test.each([
  ["en", "50,000", "1234.5"],
  ["da", "50.000", "1.234,5"],
  ["de", "50.000", "1234,5"],
])("in %s the inputs %s and %s are read in the local number format", (locale, ...typed) => {
  expect(typed.map((text) => readTypedValue(text, locale))).toEqual([
    expect.arrayContaining([50_000]),
    [1234.5],
  ])
})

test("an ambiguous input has two readings, and an invalid one has none", () => {
  expect(readTypedValue("50.000", "en")).toEqual([50, 50_000])
  for (const text of ["much", "5,00", "", "1e5"]) expect(readTypedValue(text, "en")).toEqual([])
})

test.each(["en", "da", "de"])(
  "a value is printed in %s so that it reads back unchanged",
  (locale) => {
    for (const value of [50_000, 1234.5, 1.125, -0.001, 0])
      expect(readTypedValue(printTypedValue(value, locale), locale)).toEqual([value])
  },
)
