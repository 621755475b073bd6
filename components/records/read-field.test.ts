import { expect, test } from "vitest"
import { recordTitle } from "./read-field"

const locales = [
  { culture: "da-DK", title: "Ny vagtplan" },
  { culture: "en-GB", title: "New rota" },
]

test("a record's title is in the reader's language, or the first one", () => {
  expect(recordTitle({ locales }, "en")).toBe("New rota")
  expect(recordTitle({ locales }, "fr")).toBe("Ny vagtplan")
})

test("a name takes precedence over titles, and a record can lack both", () => {
  expect(recordTitle({ name: "Welcome", locales }, "en")).toBe("Welcome")
  expect(recordTitle({ locales: null }, "en")).toBeUndefined()
})
