import { describe, expect, it } from "vitest"
import { catalogue, envelopeSchema, type Field, fieldsOf, findOperation, type Operation } from "."
import { sectionOf, tableRows } from "./testing/markdown"
import { readDocuments } from "./testing/read-specification"

const operationOf = (id: string): Operation => {
  const found = findOperation(catalogue, id)
  if (!found) throw new Error(`The catalogue has no operation "${id}".`)
  return found
}
const answerWith = (operation: Operation, row: unknown) =>
  operation.kind === "list" ? { count: 1, data: [row] } : { data: row }

const right = (field: Field): unknown => {
  if (field.type === "array") return [right(field.items), null]
  if (field.type === "object")
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, inner]) => [name, right(inner)]),
    )
  if (field.type === "boolean") return true
  return field.type === "integer" || field.type === "double" ? 1.5 : "any text"
}
const wrong = (field: Field): unknown[] => {
  if (field.type === "array")
    return ["text", 1, {}, true, ...wrong(field.items).map((item) => [item])]
  if (field.type === "object")
    return [
      "text",
      1,
      [],
      ...Object.entries(field.fields).flatMap(([name, inner]) =>
        wrong(inner).map((value) => ({ [name]: value })),
      ),
    ]
  if (field.type === "boolean") return ["true", 1, [], {}]
  return field.type === "integer" || field.type === "double"
    ? ["1", true, [], {}]
    : [1, true, [], {}]
}

describe.each(catalogue.operations.map((operation) => [operation.id, operation] as const))(
  "a response of %s",
  (_, operation) => {
    const schema = envelopeSchema(catalogue, operation)
    const accepts = (answer: unknown) => schema.safeParse(answer).success
    const fields = Object.entries(fieldsOf(catalogue, operation))
    const row = Object.fromEntries(fields.map(([name, field]) => [name, right(field)]))

    // rules: Values 2
    it("is valid filled, with all fields null, with all fields absent, and with unknown fields", () => {
      const nulls = Object.fromEntries(fields.map(([name]) => [name, null]))
      for (const each of [row, nulls, {}, { ...row, brandNew: { deep: [1] } }]) {
        expect(accepts(answerWith(operation, each))).toBe(true)
        expect(accepts({ ...answerWith(operation, each), meta: 1 })).toBe(true)
      }
    })

    // rules: 2.1–2.18
    it("is invalid with a value of the wrong type in any field", () => {
      for (const [name, field] of fields)
        for (const value of wrong(field))
          expect([name, value, accepts(answerWith(operation, { ...row, [name]: value }))]).toEqual([
            name,
            value,
            false,
          ])
    })

    // rules: 2
    it("is invalid without a correct envelope", () => {
      for (const answer of [
        null,
        undefined,
        "text",
        1,
        [],
        {},
        { data: null },
        { data: "text" },
        { data: 1 },
      ])
        expect(accepts(answer)).toBe(false)
      expect(accepts({ data: operation.kind === "list" ? row : [row] })).toBe(false)
    })
  },
)

describe("a list's envelope", () => {
  const schema = envelopeSchema(catalogue, operationOf("departments"))

  // rules: 2
  it("keeps count, both URLs and unknown fields", () => {
    const answer = {
      count: 1,
      data: [{ name: "Aarhus", brandNew: 1 }],
      nextUrl: "next",
      previousUrl: "previous",
    }
    expect(schema.parse(answer)).toEqual(answer)
  })

  it("may omit count and URLs or have them null", () => {
    expect(schema.parse({ data: [] })).toEqual({ data: [] })
    expect(schema.parse({ count: null, data: [], nextUrl: null, previousUrl: null })).toMatchObject(
      { data: [], nextUrl: null },
    )
  })

  it("has the four fields of the specification with their types", () => {
    const [preface = ""] = sectionOf(readDocuments().specification, "2.").split("### ")
    const fields = tableRows(preface).map(([name = "", type = ""]) => [name, type])
    expect(fields).toEqual([
      ["count", "integer"],
      ["data", "array of records"],
      ["nextUrl", "string"],
      ["previousUrl", "string"],
    ])
    for (const [name = "", type] of fields) {
      const wrong = type === "string" ? 1 : "text"
      expect(schema.safeParse({ count: 0, data: [], [name]: wrong }).success).toBe(false)
    }
  })

  it("is safe from prototype pollution", () => {
    const answer: unknown = JSON.parse(
      '{"count":1,"data":[{"name":"x","__proto__":{"polluted":true},"constructor":1}]}',
    )
    expect(schema.safeParse(answer).success).toBe(true)
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  })
})
