import { expect, test } from "vitest"
import { commonCultures, readCulture } from "./culture-list"

test("the offered cultures are canonical, different, and have names", () => {
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" })
  expect(new Set(commonCultures).size).toBe(commonCultures.length)
  for (const code of commonCultures) {
    expect(readCulture(code)).toBe(code)
    expect(names.of(code), code).toBeTruthy()
  }
})

test.each([
  ["da_dk", "da-DK"],
  [" EN-gb ", "en-GB"],
  ["sr-latn-rs", "sr-Latn-RS"],
  ["d", undefined],
  ["", undefined],
])("what is typed as %j is the culture %s", (text, code) => {
  expect(readCulture(text)).toBe(code)
})
