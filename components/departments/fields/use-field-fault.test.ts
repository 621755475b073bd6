import { expect, test } from "vitest"
import { catalogue, checkDepartment, departmentSchemas, recordType } from "@/lib/catalogue"
import { faultOf } from "./use-field-fault"

const schemas = departmentSchemas(catalogue)
const { fields } = recordType(catalogue, "department")

const cases: readonly (readonly [field: string, value: unknown, fault: string])[] = [
  ["name", " ", "blank"],
  ["name", "a\0", "unstorable"],
  ["addressLine", "\ud800", "unstorable"],
  ["email", "x", "email"],
  ["type", "ParcelPoint", "choice"],
  ["timeZone", "Mars/Base", "zone"],
  ["contentCulture", "d", "culture"],
  ["selectedCultures", ["da", "?"], "culture"],
  ["locales", [{ culture: "?", description: "" }], "culture"],
  ["locales", [{ culture: "da", description: "\0" }], "unstorable"],
  ["phoneNumber", { countryCode: 45, number: "12 34" }, "digits"],
  ["phoneNumber", { countryCode: null, number: "1" }, "countryCode"],
  ["phoneNumber", { countryCode: 1000, number: "1" }, "countryCode"],
  ["defaultPhoneCountryCode", 1.5, "number"],
  ["parentId", "x", "guid"],
  ["managerUserId", "x", "guid"],
]

test.each(cases)("a %s of %j is refused with the right error", (name, value, fault) => {
  const field = fields[name]
  const [problem] = checkDepartment(schemas, { [name]: value }).problems
  if (!field || !problem) throw new Error(`${name} takes ${value}.`)
  expect(faultOf(field, value, problem)).toBe(fault)
})
