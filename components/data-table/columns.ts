import type { Field, FieldColumn, ScalarType } from "@/lib/catalogue"
import { columnWidthRange } from "@/lib/client"

export const columnLabel = (
  { name, labelName = name }: FieldColumn,
  labelOf: (field: string) => string,
): string => labelOf(labelName)

const scalarWidths = {
  guid: 168,
  string: 176,
  url: 120,
  boolean: 96,
  integer: 104,
  double: 112,
  datetime: 168,
  datetimeoffset: 168,
  localdatetime: 168,
} as const satisfies Record<ScalarType, number>

function fieldWidth(field: Field): number {
  if (field.type === "object") return 176
  if (field.type === "array") return 200
  return field.values ? 132 : scalarWidths[field.type]
}

const rawIdWidth = 112
const roomWidths = { name: 240, title: 320 } as const
const characterWidth = 7
const headerFurniture = 48

/** A column's default width in pixels: by type, and wide enough for its label. */
export function columnWidth(column: FieldColumn, label: string): number {
  const own = column.isRaw
    ? rawIdWidth
    : column.room
      ? roomWidths[column.room]
      : fieldWidth(column.field)
  return Math.max(own, Math.round(label.length * characterWidth) + headerFurniture)
}

/** Clamps a width to the limits, in whole pixels. */
export const fitWidth = (width: number): number =>
  Math.round(Math.min(columnWidthRange.most, Math.max(columnWidthRange.least, width)))

/** Numbers are right-aligned. */
export const isNumeric = (field: Field): boolean =>
  field.type === "integer" || field.type === "double"

/** Columns that grow into the remaining width. */
export const isFlexible = (field: Field): boolean =>
  field.type === "string" || field.type === "array" || field.type === "object"
