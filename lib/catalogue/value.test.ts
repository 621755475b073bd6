import { describe, expect, it } from "vitest"
import { comparisons, type Operator, operatorsOf, type QueryType, valueTypes } from "."

const parse = (type: QueryType, text: string) => valueTypes[type].parse(text)

describe("a filter's value", () => {
  // rules: Filters 5
  it.each<[QueryType, string, string | number | boolean]>([
    ["guid", "0A1B2C3D-0000-4000-8000-0123456789AB", "0a1b2c3d-0000-4000-8000-0123456789ab"],
    ["boolean", "true", true],
    ["boolean", "FALSE", false],
    ["boolean", "tRuE", true],
    ["boolean", "1", true],
    ["boolean", "0", false],
    ["integer", "-12", -12],
    ["integer", "+12", 12],
    ["integer", "-0", 0],
    ["integer", "007", 7],
    ["integer", "100000000000000000000", 1e20],
    ["double", "1", 1],
    ["double", "-1.5e3", -1500],
    ["double", ".5", 0.5],
    ["double", "5.", 5],
    ["double", "-0.0", 0],
    ["double", "1e-400", 0],
    ["string", "Ærø, 5 % “off” 🙂", "Ærø, 5 % “off” 🙂"],
    ["string", " padded ", " padded "],
    ["datetime", "2021-01-01", "2021-01-01T00:00:00Z"],
    ["datetimeoffset", "2021-01-01T02:00:00+02:00", "2021-01-01T00:00:00Z"],
  ])("of type %s can be %j", (type, text, value) => {
    expect(parse(type, text)).toBe(value)
  })

  // rules: Filters 5
  it.each<[QueryType, string]>([
    ["guid", "0a1b2c3d00004000800000123456789ab"],
    ["guid", "{0a1b2c3d-0000-4000-8000-0123456789ab}"],
    ["guid", "0a1b2c3d-0000-4000-8000-0123456789ag"],
    ["guid", "0a1b2c3d-0000-4000-8000-0123456789ab\n"],
    ["boolean", "yes"],
    ["boolean", "01"],
    ["boolean", " true"],
    ["boolean", "constructor"],
    ["integer", "1.0"],
    ["integer", "1e3"],
    ["integer", "0x10"],
    ["integer", "1 "],
    ["integer", "9".repeat(400)],
    ["double", "NaN"],
    ["double", "Infinity"],
    ["double", "1e309"],
    ["double", "1,5"],
    ["double", "."],
    ["double", "1..5"],
    ["double", `${"1".repeat(300)}x`],
    ["double", "0x10"],
    ["string", "a\0b"],
    ["string", "broken \ud83d"],
    ["datetime", "yesterday"],
    ["datetimeoffset", "1609459200"],
  ])("of type %s cannot be %j", (type, text) => {
    expect(parse(type, text)).toBeUndefined()
  })

  // rules: Filters 5
  it.each<[QueryType, readonly Operator[]]>([
    ["guid", ["eq", "ne"]],
    ["boolean", ["eq", "ne"]],
    ["integer", comparisons],
    ["double", comparisons],
    ["string", comparisons],
    ["datetime", comparisons],
    ["datetimeoffset", comparisons],
  ])("of type %s supports the operators %j", (type, expected) => {
    expect(operatorsOf({ type, filter: true, sort: false })).toEqual(expected)
  })

  it("supports fewer operators if the property restricts them", () => {
    expect(operatorsOf({ type: "string", filter: true, sort: false, operators: ["eq"] })).toEqual([
      "eq",
    ])
  })
})
