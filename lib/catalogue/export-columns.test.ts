import { describe, expect, test } from "vitest"
import {
  catalogue,
  exportColumns,
  type Field,
  type Fields,
  fieldsOf,
  listOperations,
  type Row,
  readColumn,
} from "."

/** A record with a distinct value in every scalar and array. */
const fill = (fields: Fields, above = ""): Row =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { sameAs }]) => sameAs === undefined)
      .map(([name, field]) => [name, fillField(field, above + name)]),
  )

const fillField = (field: Field, path: string): unknown =>
  field.type === "object"
    ? fill(field.fields, `${path}.`)
    : field.type === "array"
      ? [path]
      : `value of ${path}`

/** All leaf values of a record, in order. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.values(value).flatMap(leavesOf)
    : [value]

describe.each(listOperations(catalogue).map((operation) => ({ id: operation.id, operation })))(
  "The columns of $id",
  ({ operation }) => {
    const fields = fieldsOf(catalogue, operation)
    const columns = exportColumns(catalogue, operation)
    const filled = Object.fromEntries(
      Object.entries(fields).filter(([name]) => !operation.nulls?.includes(name)),
    )

    test("contain every value of a record once, in the record's order.", () => {
      const row = fill(filled)
      expect(columns.map((column) => readColumn(column, row))).toEqual(leavesOf(row))
      expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
    })

    test("are null for a record of nulls and for an empty record.", () => {
      const nulls = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
      for (const row of [nulls, {}])
        expect(columns.map((column) => readColumn(column, row))).toEqual(columns.map(() => null))
    })

    test("read a value from the field's alias if the field is absent or null.", () => {
      for (const [name, { sameAs }] of Object.entries(filled)) {
        if (sameAs === undefined) continue
        const column = columns.find(({ id }) => id === sameAs)
        expect(columns.some(({ id }) => id === name)).toBe(false)
        expect(column && readColumn(column, { [name]: "x" })).toBe("x")
        expect(column && readColumn(column, { [sameAs]: null, [name]: "x" })).toBe("x")
        expect(column && readColumn(column, { [sameAs]: "a", [name]: "x" })).toBe("a")
      }
    })
  },
)

test("0, false and an empty string are read as values.", () => {
  const column = { id: "a.b", path: [["a"], ["b"]] }
  for (const value of [0, false, ""]) expect(readColumn(column, { a: { b: value } })).toBe(value)
})
