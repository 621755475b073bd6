import { describe, expect, it } from "vitest"
import { comparisons, parseFilter } from "."
import { filtersOf, listOf, refused } from "./testing/sample-queries"

const departments = listOf("departments")
const points = listOf("data-points")
const guid = "0a1b2c3d-0000-4000-8000-0123456789ab"

describe("filters", () => {
  // rules: Filters 1
  it("without an operator mean eq, and brackets may be percent-encoded", () => {
    const expected = [{ property: "city", operator: "eq", value: "Ribe" }]
    for (const search of ["city=Ribe", "city[eq]=Ribe", "city%5Beq%5D=Ribe", "city%5beq]=Ribe"])
      expect(filtersOf(departments, search)).toEqual(expected)
  })

  // rules: Filters 2
  it.each(comparisons)("accept the operator %s", (operator) => {
    expect(filtersOf(departments, `name[${operator}]=B`)).toEqual([
      { property: "name", operator, value: "B" },
    ])
  })

  // rules: Filters 2
  it("are all returned, including several operators on one property", () => {
    expect(
      filtersOf(points, "timeStamp[lt]=2021-02-01&timeStamp[gte]=2021-01-01&label=Sales"),
    ).toEqual([
      { property: "label", operator: "eq", value: "Sales" },
      { property: "timeStamp", operator: "lt", value: "2021-02-01T00:00:00Z" },
      { property: "timeStamp", operator: "gte", value: "2021-01-01T00:00:00Z" },
    ])
  })

  // rules: Filters 3
  it("are refused if a property and operator repeat, in any spelling", () => {
    expect(refused(departments, "city=a&city=b")).toEqual(["city"])
    expect(refused(departments, "city=a&city[eq]=a")).toEqual(["city[eq]"])
    expect(refused(departments, "city[ne]=a&city%5Bne%5D=a")).toEqual(["city[ne]"])
  })

  // rules: Filters 7
  it("compare with null if the value is empty, for eq and ne only", () => {
    expect(filtersOf(departments, "managerUserId=")).toEqual([
      { property: "managerUserId", operator: "eq", value: null },
    ])
    expect(filtersOf(departments, "managerUserId[ne]=")).toEqual([
      { property: "managerUserId", operator: "ne", value: null },
    ])
    for (const operator of ["lt", "lte", "gt", "gte"])
      expect(refused(departments, `name[${operator}]=`)).toEqual([`name[${operator}]`])
  })

  // rules: Filters 4
  it("neither trim a string nor change its case or expand wildcards", () => {
    expect(filtersOf(departments, "name=%20Aar*+%25%20")).toEqual([
      { property: "name", operator: "eq", value: " Aar* % " },
    ])
  })

  it("convert guids to lower case", () => {
    expect(filtersOf(departments, `id=${guid.toUpperCase()}`)).toEqual([
      { property: "id", operator: "eq", value: guid },
    ])
  })

  // rules: Filters 8
  it.each([
    ["an unknown parameter", "colour=red"],
    ["a field that is no property", "phoneNumber=1"],
    ["another operation's property", "dataValue=1"],
    ["a property in another letter case", "City=Ribe"],
    ["an unknown operator", "city[like]=R"],
    ["an operator in another letter case", "city[EQ]=R"],
    ["an empty operator", "city[]=R"],
    ["two operators", "city[eq][ne]=R"],
    ["an unclosed bracket", "city[eq=R"],
    ["text after the bracket", "city[eq]x=R"],
    ["an operator that guids lack", `id[lt]=${guid}`],
    ["an operator that booleans lack", "showInContacts[gt]=true"],
    ["a value that is no guid", "id=17"],
    ["a value that is no boolean", "showInContacts=yes"],
    ["a value that is no number", "defaultPhoneCountryCode=forty-five"],
    ["a value that is no date", "creationDateTime=today"],
    ["a value with NUL", "name=a%00b"],
    ["an operator on sort", "sort[eq]=name"],
    ["an operator on limit", "limit[lt]=5"],
    ["an empty name", "=1"],
    ["a name of prototypes", "__proto__=1"],
    ["another name of prototypes", "constructor[eq]=1"],
    ["a method's name", "hasOwnProperty=1"],
  ])("are refused with the parameter's name for %s", (_, search) => {
    const [parameter = ""] = [...new URLSearchParams(search).keys()]
    expect(refused(departments, search)).toEqual([parameter])
  })

  it("report prototype property names like any unknown parameter", () => {
    for (const name of ["__proto__", "constructor", "hasOwnProperty", "colour"])
      expect(parseFilter(departments, name, "1")).toEqual({
        parameter: name,
        message: `${name} is not a parameter of this list.`,
      })
  })

  // rules: Filters 9
  it("refuse sort-only properties and operators that a property lacks", () => {
    const participations = listOf("question-participations")
    expect(refused(participations, "points=5")).toEqual(["points"])
    expect(refused(listOf("stage-reviews"), "status[gt]=Approved")).toEqual(["status[gt]"])
    expect(filtersOf(listOf("stage-reviews"), "status[ne]=Rejected")).toHaveLength(1)
  })

  // rules: Filters 9
  it("accept name for content posts and dataValue for data points", () => {
    expect(filtersOf(listOf("content-posts"), "name[gte]=M")).toHaveLength(1)
    expect(filtersOf(points, "dataValue[gt]=1e3")).toEqual([
      { property: "dataValue", operator: "gt", value: 1000 },
    ])
    expect(refused(points, "value=1")).toEqual(["value"])
  })

  it("accept dataSource in v1.4 only", () => {
    expect(filtersOf(departments, "dataSource=HR")).toHaveLength(1)
    expect(refused(listOf("departments-v1.2"), "dataSource=HR")).toEqual(["dataSource"])
  })
})
