import { expect, test } from "vitest"
import { commonCultures, readCulture } from "./culture-list"

test("the common cultures are canonical, unique and have names", () => {
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
])("the input %j is read as the culture %s", (text, code) => {
  expect(readCulture(text)).toBe(code)
})
