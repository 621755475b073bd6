import { expect, test } from "vitest"
import { catalogue, departmentSchemas, recordType, string } from "@/lib/catalogue"
import { fieldGroups, groupFields } from "./field-groups"
import { kindOfField } from "./field-kind"

const { fields } = recordType(catalogue, "department")
const namesIn = (all: typeof fields) => [...groupFields(all).values()].flatMap(Object.keys)

test("every field that may change stands in one group, and no other does", () => {
  expect(namesIn(fields).toSorted()).toEqual(Object.keys(departmentSchemas(catalogue)).toSorted())
  expect([...groupFields(fields).keys()]).toEqual(fieldGroups)
})

test("a field that is new to the catalogue stands in a group too", () => {
  expect(namesIn({ ...fields, nickname: string(), showOnMap: string() })).toEqual(
    expect.arrayContaining(["nickname", "showOnMap"]),
  )
})

test("every field that may change has a control", () => {
  const kinds = Object.fromEntries(
    namesIn(fields).map((name) => [name, kindOfField(name, fields[name] ?? string())]),
  )
  expect(Object.values(kinds)).not.toContain("other")
  expect(kinds).toMatchObject({
    name: "text",
    type: "choice",
    parentId: "department",
    managerUserId: "user",
    phoneNumber: "phone",
    defaultPhoneCountryCode: "callingCode",
    timeZone: "zone",
    email: "email",
    uiCulture: "culture",
    selectedCultures: "cultures",
    locales: "descriptions",
    showInContacts: "answer",
  })
})
