import { expect, test } from "vitest"
import { recordTitle } from "./read-field"

const locales = [
  { culture: "da-DK", title: "Ny vagtplan" },
  { culture: "en-GB", title: "New rota" },
]

test("a record is called by its title in the reader's language, else by its first", () => {
  expect(recordTitle({ locales }, "en")).toBe("New rota")
  expect(recordTitle({ locales }, "fr")).toBe("Ny vagtplan")
})

test("a name of its own comes first, and a record may have neither", () => {
  expect(recordTitle({ name: "Welcome", locales }, "en")).toBe("Welcome")
  expect(recordTitle({ locales: null }, "en")).toBeUndefined()
})
