import { expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { fieldLabel } from "./labels"
import { locales } from "./locale"
import { messagesOf } from "./messages-of"

const { fields } = messagesOf("en")

test("a field with a text of its own is called by it", () => {
  expect(fieldLabel(fields, "creationDateTime")).toBe("Created")
})

test("a field that is new to the catalogue is called by its name in words", () => {
  expect(fieldLabel(fields, "shelfLifeInDays")).toBe("Shelf life in days")
  expect(fieldLabel(fields, "constructor")).toBe("Constructor")
})

test.each(locales)(
  "no two fields of a record are called alike in %s, but for the two names of one value",
  (locale) => {
    for (const [name, record] of Object.entries(catalogue.records)) {
      const own = Object.entries(record.fields).filter(([, field]) => !("sameAs" in field))
      const labels = own.map(([field]) => fieldLabel(messagesOf(locale).fields, field))
      expect(new Set(labels).size, `${name}: ${labels}`).toBe(labels.length)
    }
  },
)
