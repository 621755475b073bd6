import { expect, test } from "vitest"
import { catalogue, departmentSchemas, recordType, string } from "@/lib/catalogue"
import { fieldGroups, groupFields } from "./field-groups"
import { kindOfField } from "./field-kind"

const { fields } = recordType(catalogue, "department")
const namesIn = (all: typeof fields) => [...groupFields(all).values()].flatMap(Object.keys)

test("each editable field is in one group, and no other field is", () => {
  expect(namesIn(fields).toSorted()).toEqual(Object.keys(departmentSchemas(catalogue)).toSorted())
  expect([...groupFields(fields).keys()]).toEqual(fieldGroups)
})

test("a field added to the catalogue is in a group too", () => {
  expect(namesIn({ ...fields, nickname: string(), showOnMap: string() })).toEqual(
    expect.arrayContaining(["nickname", "showOnMap"]),
  )
})

test("each editable field has a control", () => {
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
