import {
  type Catalogue,
  type ExportColumn,
  type Field,
  type FieldColumn,
  type Fields,
  fieldsOf,
  isScalar,
  ownValue,
  type Row,
  readColumn,
  readValue,
  type ScalarType,
  summariseNested,
} from "../../catalogue"
import { createSheetDates, type SheetDates } from "../files/sheet-dates"
import type { Cell } from "../files/sheet-xml"
import { plainCell } from "../files/xlsx-file"
import { type NamedKind, namedKind } from "../reads/named-kind"
import type { ReadOrder } from "./export-order"
import { type NameReader, readableText } from "./readable-text"

/** Names by id. */
export type Names = Readonly<Record<string, string>>

export interface SheetColumn {
  readonly head: string
  /** Width in characters. */
  readonly width: number
  readonly cell: (row: Row, nameOf: NameReader) => Cell
}

interface IdColumn {
  readonly column: ExportColumn
  readonly kind: NamedKind
}

function fieldAt(
  fields: Fields,
  [[name = ""] = [], ...rest]: ExportColumn["path"],
): Field | undefined {
  const field = ownValue(fields, name)
  return rest.length > 0 && field?.type === "object" ? fieldAt(field.fields, rest) : field
}

const isId = (field: Field | undefined) =>
  field?.type === "guid" || (field?.type === "array" && field.items.type === "guid")

/** The columns of an order that hold ids whose names may be known. */
export function idColumns(
  catalogue: Catalogue,
  { operation, columns, shown = [] }: ReadOrder,
): IdColumn[] {
  const fields = fieldsOf(catalogue, operation)
  const ownId = { column: { id: "id", path: [["id"]] }, kind: "workspace" } as const
  const named = shown.some(({ orId }) => orId) ? [ownId] : []
  const others = columns.filter((_, index) => !shown[index]?.isRaw)
  return others
    .flatMap((column): IdColumn[] => {
      const kind = isId(fieldAt(fields, column.path))
        ? namedKind(catalogue, operation, column.id)
        : undefined
      return kind ? [{ column, kind }] : []
    })
    .concat(named)
}

const widths = {
  guid: 38,
  string: 24,
  url: 24,
  boolean: 10,
  integer: 12,
  double: 14,
  datetime: 20,
  datetimeoffset: 20,
  localdatetime: 20,
} as const satisfies Record<ScalarType, number>

const nestedWidth = 48
const nameWidth = 32

function cellOf(field: Field, value: unknown, dates: SheetDates, nameOf: NameReader): Cell {
  if (value === null || value === undefined) return null
  if (!isScalar(field)) return readableText(field, value, nameOf)
  if (typeof value !== "string") return plainCell(value)
  if (field.type === "localdatetime") return dates.wallClock(value) ?? value
  if (field.type === "datetime" || field.type === "datetimeoffset")
    return dates.moment(value) ?? value
  return value
}

type Shown = NonNullable<ReadOrder["order"]["shown"]>

/**
 * A typed cell of a column as the page shows it; nested values become their text or their number of
 * entries.
 */
function shownCell(
  { name, field, isRaw, orId }: FieldColumn,
  value: unknown,
  { shown, dates, nameOf }: { shown: Shown; dates: SheetDates; nameOf: NameReader },
): Cell {
  if (value === null || value === undefined || value === "") return null
  if (isRaw) return `${value}`
  if (!isScalar(field) && typeof value === "object") {
    const summary = summariseNested(value, shown.locale)
    if (summary?.kind === "text") return summary.text
    return summary?.count || null
  }
  if (typeof value === "boolean") return value ? shown.yes : shown.no
  if (typeof value !== "string") return plainCell(value)
  if (field.type === "guid" || orId) return nameOf(value) ?? value
  if (field.type === "localdatetime") return dates.wallClock(value) ?? value
  if (field.type === "datetime" || field.type === "datetimeoffset")
    return dates.moment(value) ?? value
  return ownValue(ownValue(shown.values, name) ?? {}, value) ?? value
}

/** The columns of a file that mirrors the page. */
function shownColumns(
  { headers, order }: ReadOrder,
  columns: readonly FieldColumn[],
  shown: Shown,
): SheetColumn[] {
  const dates = createSheetDates(order.timeZone ?? "UTC")
  return columns.map((column, index) => {
    const { name, field } = column
    const isName = field.type === "guid" || !isScalar(field)
    return {
      head: headers[index] ?? name,
      width: isName ? nameWidth : widths[field.type],
      cell: (row, nameOf) => shownCell(column, readValue(column, row), { shown, dates, nameOf }),
    }
  })
}

/**
 * The columns of a workbook for people: times as dates in the order's zone, nested values as text,
 * and a name column next to each id that may have a name. Orders from older versions contain raw
 * values.
 */
export function sheetColumns(catalogue: Catalogue, order: ReadOrder): SheetColumn[] {
  const { operation, columns, headers } = order
  const { timeZone, nameHead = "name", labels, shown } = order.order
  if (order.shown && shown) return shownColumns(order, order.shown, shown)
  const fields = fieldsOf(catalogue, operation)
  const named = new Set(idColumns(catalogue, order).map(({ column }) => column))
  const dates = createSheetDates(timeZone ?? "UTC")
  return columns.flatMap((column, index): SheetColumn[] => {
    const head = headers[index] ?? column.id
    const field = fieldAt(fields, column.path)
    const isPlain = timeZone === undefined || !field || (labels === undefined && !isScalar(field))
    const own: SheetColumn = {
      head,
      width: field && isScalar(field) ? widths[field.type] : nestedWidth,
      cell: (row, nameOf) => {
        const value = readColumn(column, row)
        return isPlain ? plainCell(value) : cellOf(field, value, dates, nameOf)
      },
    }
    if (timeZone === undefined || field?.type !== "guid" || !named.has(column)) return [own]
    const nameCell: SheetColumn["cell"] = (row, nameOf) => {
      const id = readColumn(column, row)
      return typeof id === "string" ? (nameOf(id) ?? null) : null
    }
    return [
      own,
      {
        head: labels ? `${head} · ${nameHead}` : `${head}.name`,
        width: nameWidth,
        cell: nameCell,
      },
    ]
  })
}
