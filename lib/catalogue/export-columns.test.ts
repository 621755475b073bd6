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

/** A record with a value of its own in every scalar and array; objects hold theirs. */
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

/** The values inside a record, in its order. */
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

    test("hold every value that a record can have, once, in the record's order.", () => {
      const row = fill(filled)
      expect(columns.map((column) => readColumn(column, row))).toEqual(leavesOf(row))
      expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
    })

    test("are empty for a record of nulls and for one without fields.", () => {
      const nulls = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
      for (const row of [nulls, {}])
        expect(columns.map((column) => readColumn(column, row))).toEqual(columns.map(() => null))
    })

    test("read a value that is sent under its other name.", () => {
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

test("A zero, a false and an empty text are values.", () => {
  const column = { id: "a.b", path: [["a"], ["b"]] }
  for (const value of [0, false, ""]) expect(readColumn(column, { a: { b: value } })).toBe(value)
})
