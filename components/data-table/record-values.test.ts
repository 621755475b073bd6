import { expect, test } from "vitest"
import { catalogue, type Field } from "@/lib/catalogue"
import { cultureName, kindOfNested, phoneText } from "./record-values"

const fieldOf = (record: string, name: string): Field => {
  const field = catalogue.records[record]?.fields[name]
  if (!field) throw new Error(`${record} has no ${name}.`)
  return field
}

test("the display of a nested field follows from its shape in the catalogue", () => {
  expect(kindOfNested(fieldOf("department", "phoneNumber"))).toBe("phone")
  expect(kindOfNested(fieldOf("department", "locales"))).toBe("cultures")
  expect(kindOfNested(fieldOf("communicationTemplate", "communicationTemplateCultures"))).toBe(
    "cultures",
  )
  expect(kindOfNested(fieldOf("contentPost", "medias"))).toBe("medias")
  expect(kindOfNested(fieldOf("contentPost", "permissions"))).toBe("list")
  expect(kindOfNested(fieldOf("calendarEvent", "individualInvitees"))).toBe("ids")
  expect(kindOfNested(fieldOf("department", "selectedCultures"))).toBe("list")
  expect(kindOfNested(fieldOf("department", "name"))).toBe("scalar")
})

test("a phone number is one line of its present parts", () => {
  expect(phoneText({ countryCode: 45, number: "12345678" })).toBe("+45 12345678")
  expect(phoneText({ countryCode: null, number: "12345678" })).toBe("12345678")
  expect(phoneText({ countryCode: null, number: null })).toBeUndefined()
})

test("a culture is named by its language", () => {
  expect(cultureName("en", "da-DK")).toBe("Danish (Denmark)")
  expect(cultureName("en", "de")).toBe("German")
  expect(cultureName("de", "da-DK")).toBe("Dänisch (Dänemark)")
})

test("an invalid culture code is shown unchanged", () => {
  expect(cultureName("en", "not a culture")).toBe("not a culture")
})
