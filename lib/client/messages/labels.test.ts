import { expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { fieldLabel } from "./labels"

test("a field with a text of its own is called by it", () => {
  expect(fieldLabel("creationDateTime")).toBe("Created")
})

test("a field that is new to the catalogue is called by its name in words", () => {
  expect(fieldLabel("shelfLifeInDays")).toBe("Shelf life in days")
  expect(fieldLabel("constructor")).toBe("Constructor")
})

test("no two fields of a record are called alike, but for the two names of one value", () => {
  for (const [name, record] of Object.entries(catalogue.records)) {
    const own = Object.entries(record.fields).filter(([, field]) => !("sameAs" in field))
    const labels = own.map(([field]) => fieldLabel(field))
    expect(new Set(labels).size, name).toBe(labels.length)
  }
})
