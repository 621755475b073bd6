import { type Catalogue, fieldsOf } from "./catalogue"
import { type Field, type Fields, isDays, type ObjectField } from "./field"
import type { Operation } from "./operation"
import type { Row } from "./response"

/**
 * One column of an exported file: a scalar field, a field of a nested object, or an array as JSON
 * text.
 */
export interface ExportColumn {
  /** The field's name, dotted for a nested object: `phoneNumber.number`. */
  readonly id: string
  /** The names that lead to the value, each with its alternative names. */
  readonly path: readonly (readonly string[])[]
  /** The unit of its numbers, if the name does not imply it. */
  readonly unit?: "days"
}

const isObject = (field: Field): field is ObjectField => field.type === "object"

function columnsIn(fields: Fields, above: ExportColumn["path"]): ExportColumn[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.sameAs !== undefined) return []
    const aliases = Object.keys(fields).filter((other) => fields[other]?.sameAs === name)
    const path = [...above, [name, ...aliases]]
    return isObject(field)
      ? columnsIn(field.fields, path)
      : [
          {
            id: path.map(([first]) => first).join("."),
            path,
            ...(isDays(field) && { unit: "days" as const }),
          },
        ]
  })
}

/**
 * All columns that an operation's records can fill, in field order. Fields that it always leaves
 * null have none.
 */
export function exportColumns(from: Catalogue, operation: Operation): ExportColumn[] {
  const fields = Object.entries(fieldsOf(from, operation))
  const filled = fields.filter(([name]) => !operation.nulls?.includes(name))
  return columnsIn(Object.fromEntries(filled), [])
}

/** A record's value of a column, null if there is none. */
export function readColumn({ path }: ExportColumn, row: Row): unknown {
  let value: unknown = row
  for (const names of path) {
    const object = (value ?? {}) as Row
    value = names.map((name) => object[name]).find((each) => each !== undefined && each !== null)
  }
  return value ?? null
}
