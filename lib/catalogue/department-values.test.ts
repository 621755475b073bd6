import { describe, expect, test } from "vitest"
import type { Catalogue } from "./catalogue"
import { checkDepartment } from "./department-check"
import { departmentSchemas, fixedDepartmentFields } from "./department-values"
import { string } from "./field"
import { catalogue } from "./platform-catalogue"
import { invalidCases, validCases } from "./testing/department-cases"

const schemas = departmentSchemas(catalogue)
const { department } = catalogue.records
const pointerTo = (token: string | number) =>
  `/${`${token}`.replaceAll("~", "~0").replaceAll("/", "~1")}`

test("all fields of a department can be changed except the fixed ones", () => {
  const all = Object.keys(department?.fields ?? {})
  expect(all).toEqual(expect.arrayContaining([...fixedDepartmentFields]))
  expect(Object.keys(schemas)).toEqual(all.filter((name) => !fixedDepartmentFields.includes(name)))
})

test("a field added to the catalogue is checked by its type", () => {
  if (!department) throw new Error("There is no department.")
  const fields = { ...department.fields, nickname: string() }
  const extended: Catalogue = {
    ...catalogue,
    records: { ...catalogue.records, department: { ...department, fields } },
  }
  const check = (nickname: unknown) => checkDepartment(departmentSchemas(extended), { nickname })
  expect(check("Nord").problems).toEqual([])
  expect(check(7).problems).toEqual([{ place: ["nickname"], message: "must be text" }])
})

test("valid values are returned normalised, with every problem of the invalid ones", () => {
  const id = "ABCDEF01-0000-4000-8000-000000000000"
  const given = {
    managerUserId: id,
    locales: [{ culture: "DA" }],
    email: "x",
    phoneNumber: { countryCode: 45, number: "1", ["__proto__"]: 1 },
    dataSource: "manual",
  }
  expect(checkDepartment(schemas, given)).toEqual({
    values: { managerUserId: id.toLowerCase(), locales: [{ culture: "DA", description: null }] },
    problems: [
      { place: ["email"], message: "must be an e-mail address" },
      { place: ["phoneNumber", "__proto__"], message: "is not known here" },
      { place: ["dataSource"], message: "is not known here" },
    ],
  })
})

test("every time zone of the runtime is accepted", () => {
  for (const timeZone of Intl.supportedValuesOf("timeZone"))
    expect(checkDepartment(schemas, { timeZone }).problems).toEqual([])
})

test("null is accepted for every field except name and type", () => {
  const nulls = Object.fromEntries(Object.keys(schemas).map((name) => [name, null]))
  const fields = checkDepartment(schemas, nulls).problems.map(({ place }) => place[0])
  expect(fields.sort()).toEqual(["name", "type"])
})

describe("the check that form and service share", () => {
  // rules: Department PATCH (RFC 6902) 5
  test.each(validCases)("accepts %s %j", (field, value, stored = value) => {
    const { values, problems } = checkDepartment(schemas, { [field]: value })
    expect([values, problems]).toEqual([{ [field]: stored }, []])
  })

  // rules: Department PATCH (RFC 6902) 5
  test.each(invalidCases)(
    "rejects %s %j and reports the path",
    (field, value, paths = [`/${field}`]) => {
      const { values, problems } = checkDepartment(schemas, { [field]: value })
      const pointers = problems.map(({ place }) => place.map(pointerTo).join(""))
      expect([values, pointers.sort()]).toEqual([{}, paths])
    },
  )

  test.each([...fixedDepartmentFields, "unknown"])("rejects the field %s", (field) => {
    const { problems } = checkDepartment(schemas, { [field]: "x" })
    expect(problems.map(({ place }) => place)).toEqual([[field]])
  })
})
