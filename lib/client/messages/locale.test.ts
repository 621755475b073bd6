import { describe, expect, test } from "vitest"
import { chooseLocale, inSentence, languageOf, locales, writtenAs } from "./locale"

describe("the language of a request", () => {
  test("is the chosen one, whatever the browser requests", () => {
    expect(chooseLocale("de", "da,en;q=0.5")).toBe("de")
  })

  test("is the best match of Accept-Language if none was chosen", () => {
    expect(chooseLocale(undefined, "da-DK,da;q=0.9,en;q=0.8")).toBe("da")
    expect(chooseLocale(undefined, "en;q=0.2, DE-at;q=0.7")).toBe("de")
    expect(chooseLocale(undefined, "fr-FR, fr;q=0.9, da;q=0.1")).toBe("da")
  })

  test.each(["fr", "DE", "../de", "constructor", ""])(
    "ignores a cookie with the value %j",
    (cookie) => {
      expect(chooseLocale(cookie, "da")).toBe("da")
    },
  )

  test.each([null, undefined, "", "*", "fr;q=1", "da;q=0", ";;,=", "da;q=x"])(
    "is English if Accept-Language is %j",
    (header) => {
      expect(chooseLocale(undefined, header)).toBe("en")
    },
  )
})

test("a noun within a sentence keeps its capital in German only", () => {
  expect(inSentence("en", "Content module")).toBe("content module")
  expect(inSentence("da", "Indholdsmodul")).toBe("indholdsmodul")
  expect(inSentence("de", "Inhaltsmodul")).toBe("Inhaltsmodul")
})

test("dates in English are British: the day before the month", () => {
  const written = new Intl.DateTimeFormat(writtenAs.en, { dateStyle: "medium", timeZone: "UTC" })
  expect(written.format(Date.UTC(2026, 10, 9))).toBe("9 Nov 2026")
})

test.each(locales)("%s is found from the locale of its formats", (locale) => {
  expect(languageOf(writtenAs[locale])).toBe(locale)
  expect(languageOf(locale)).toBe(locale)
})
