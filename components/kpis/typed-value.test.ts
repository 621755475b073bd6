import { expect, test } from "vitest"
import { printTypedValue, readTypedValue } from "./typed-value"

test.each([
  ["en", "50,000", "1234.5"],
  ["da", "50.000", "1.234,5"],
  ["de", "50.000", "1234,5"],
])(
  "a value that is typed in %s as %s and as %s is meant as it is read there",
  (locale, ...typed) => {
    expect(typed.map((text) => readTypedValue(text, locale))).toEqual([
      expect.arrayContaining([50_000]),
      [1234.5],
    ])
  },
)

test("what can be meant in two ways has two meanings, and what is no number none", () => {
  expect(readTypedValue("50.000", "en")).toEqual([50, 50_000])
  for (const text of ["much", "5,00", "", "1e5"]) expect(readTypedValue(text, "en")).toEqual([])
})

test.each(["en", "da", "de"])("a value is written in %s as it is read there", (locale) => {
  for (const value of [50_000, 1234.5, 1.125, -0.001, 0])
    expect(readTypedValue(printTypedValue(value, locale), locale)).toEqual([value])
})
