import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { catalogue, type Field, recordType } from "@/lib/catalogue"
import { readableText } from "@/lib/server/exports/readable-text"
import { escapeFormula } from "@/lib/server/files/escape-formula"
import { emptyWord, readCell, withoutFormulaMarks } from "./read-cell"

const { fields } = recordType(catalogue, "department")
const field = (name: string) => fields[name] as Field
const read = (name: string, cell: string) => readCell(field(name), cell, ";")

describe("a cell", () => {
  test.each(["", "  ", "\t"])("that is blank (%j) leaves the field unchanged", (cell) => {
    for (const name of Object.keys(fields)) expect(read(name, cell)).toEqual({ kind: "leave" })
  })

  test.each([emptyWord, emptyWord.toUpperCase(), ` ${emptyWord} `])(
    "with %j clears the field",
    (cell) => {
      for (const name of Object.keys(fields)) expect(read(name, cell)).toEqual({ kind: "clear" })
    },
  )

  test.each([
    ["showInContacts", "TRUE", true],
    ["showInContacts", "0", false],
    ["showInContacts", "Falsk", false],
    ["showInContacts", "WAHR", true],
    ["defaultPhoneCountryCode", " 45 ", 45],
    ["selectedCultures", '["da-DK","en"]', ["da-DK", "en"]],
    ["city", " Aarhus ", "Aarhus"],
    ["city", "'=SUM(A1)", "=SUM(A1)"],
    ["managerUserId", " x ", "x"],
  ])("of %s with %j is read as a value", (name, cell, value) => {
    expect(read(name, cell)).toEqual({ kind: "value", value })
  })

  test.each([
    ["showInContacts", "yes, please", "boolean"],
    ["defaultPhoneCountryCode", "+45a", "number"],
    ["locales", "[{]", "json"],
  ])("of %s with %j is rejected", (name, cell, expected) => {
    expect(read(name, cell)).toEqual({ kind: "unreadable", expected })
  })
})

describe.each([
  [",", ";\t"],
  [";", ",\t"],
] as const)(
  "formula marks of an export with the separator %j are removed",
  (separator, foreign) => {
    const texts = fc.string({
      unit: fc.constantFrom(..."'", ...'=+-@;,"\t\r\n \u00A0\u200B\uFF1Dab'.split("")),
    })

    test("from a text", () => {
      fc.assert(
        fc.property(texts, (text) => {
          expect(withoutFormulaMarks(escapeFormula(text, foreign), separator)).toBe(text)
        }),
        { numRuns: 2000 },
      )
    })

    test("from texts in a list", () => {
      fc.assert(
        fc.property(fc.array(texts, { minLength: 1 }), (descriptions) => {
          const value = descriptions.map((description) => ({ culture: "da", description }))
          const cell = escapeFormula(JSON.stringify(value), foreign)
          expect(readCell(field("locales"), cell, separator)).toEqual({ kind: "value", value })
        }),
        { numRuns: 1000 },
      )
    })
  },
)

test("other apostrophes are kept", () => {
  expect(withoutFormulaMarks("it's 'so', rock 'n' roll -'x", ",")).toBe(
    "it's 'so', rock 'n' roll -'x",
  )
})

describe("nested values in a readable workbook", () => {
  const back = (name: string, value: unknown) =>
    readCell(
      field(name),
      readableText(field(name), value, () => undefined),
      undefined,
    )

  test("are read back unchanged", () => {
    const code = fc.constantFrom("da", "da-DK", "en-GB", "zh-Hant-TW")
    const cell = fc
      .array(fc.constantFrom("Åben", "kl. 9:", "[x]", "1; 2", "=SUM(A1)", "", " "), {
        minLength: 1,
      })
      .map((lines) => lines.join("\n"))
    const descriptions = fc.array(
      fc.record({ culture: code, description: fc.option(cell.filter((text) => text !== "")) }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(descriptions, (value) => {
        const entries = value.map((entry) => ({
          ...entry,
          description: entry.description?.trimEnd() || null,
        }))
        expect(back("locales", entries)).toEqual({ kind: "value", value: entries })
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.array(code, { minLength: 1 }), (value) => {
        expect(back("selectedCultures", value)).toEqual({ kind: "value", value })
      }),
    )
  })

  test("are rejected without a culture", () => {
    expect(readCell(field("locales"), "Open all day", undefined)).toEqual({
      kind: "unreadable",
      expected: "json",
    })
  })
})
