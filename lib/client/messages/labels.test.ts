import { expect, test } from "vitest"
import { catalogue, type Field, type Fields, fieldsOf, wholeLists } from "@/lib/catalogue"
import { fieldLabel, valueLabel } from "./labels"
import { locales } from "./locale"
import { messagesOf } from "./messages-of"

const { fields } = messagesOf("en")

test("a field with its own text is labelled with it", () => {
  expect(fieldLabel(fields, "creationDateTime")).toBe("Created")
})

test("a member of an object is labelled with the object's label first", () => {
  expect(fieldLabel(fields, "phoneNumber.number")).toBe("Phone · Number")
})

test("a field without a text is labelled with its name in words", () => {
  expect(fieldLabel(fields, "shelfLifeInDays")).toBe("Shelf life in days")
  expect(fieldLabel(fields, "constructor")).toBe("Constructor")
})

test.each(locales)(
  "the field labels of a record are unique in %s, except for aliases",
  (locale) => {
    for (const [name, record] of Object.entries(catalogue.records)) {
      const own = Object.entries(record.fields).filter(([, field]) => !("sameAs" in field))
      const labels = own.map(([field]) => fieldLabel(messagesOf(locale).fields, field))
      expect(new Set(labels).size, `${name}: ${labels}`).toBe(labels.length)
    }
  },
)

test.each(locales)("the field labels of a whole list are unique in %s", (locale) => {
  for (const list of wholeLists(catalogue)) {
    const own = Object.entries(fieldsOf(catalogue, list)).filter(([, field]) => !field.sameAs)
    const labels = own.map(([field]) => fieldLabel(messagesOf(locale).fields, field))
    expect(new Set(labels).size, `${list.id}: ${labels}`).toBe(labels.length)
  }
})

/** Every enumerated value of the fields, at any depth. */
function* valuesIn(fields: Fields): Generator<readonly [field: string, value: string]> {
  for (const [name, field] of Object.entries(fields)) yield* valuesOf(name, field)
}

function* valuesOf(name: string, field: Field): Generator<readonly [string, string]> {
  if (field.type === "array") yield* valuesOf(name, field.items)
  else if (field.type === "object") yield* valuesIn(field.fields)
  else for (const value of field.values ?? []) yield [name, value]
}

const named = Object.values(catalogue.records).flatMap(({ fields }) => [...valuesIn(fields)])

test.each(locales)("every enumerated value of the catalogue has a text in %s", (locale) => {
  const { values } = messagesOf(locale)
  const known: { readonly [field: string]: object } = values
  expect(named.length).toBeGreaterThan(25)
  const missing = named.filter(([field, value]) => !Object.hasOwn(known[field] ?? {}, value))
  expect(missing).toEqual([])
})

test("a value without a text is shown unchanged", () => {
  const { values } = messagesOf("da")
  expect(valueLabel(values, "courseParticipationState", "InProgress")).toBe("I gang")
  expect(valueLabel(values, "status", "WaitingForLegal")).toBe("WaitingForLegal")
  expect(valueLabel(values, "constructor", "name")).toBe("name")
  expect(valueLabel(values, "status", "constructor")).toBe("constructor")
})
