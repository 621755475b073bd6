import {
  type Field,
  type FieldColumn,
  guid,
  isDays,
  type Row,
  readValue,
  type ScalarType,
  summariseNested,
} from "@/lib/catalogue"
import { describePerson, userNames } from "@/lib/client"
import type { BadgeTone } from "../ui/badge"
import { shortenId } from "../ui/short-id"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { toneOf } from "./record-values"

/** A cell's text and style; `more` follows in small print. */
export interface CellText {
  readonly text: string
  readonly style: "plain" | "quiet" | "code" | "badge" | "muted"
  readonly more?: string
  /** The tone of a badge. */
  readonly tone?: BadgeTone
}

type Value = string | number | boolean
type Writer = (value: Value, format: CellFormat, field: string) => CellText

const nothing: CellText = { text: "–", style: "quiet" }

const plain =
  (write: (value: Value, format: CellFormat) => string | undefined): Writer =>
  (value, format) => ({ text: write(value, format) ?? `${value}`, style: "plain" })

const number = plain((value, format) =>
  typeof value === "number" ? format.number(value) : undefined,
)
const moment = plain((value, format) => format.moment(`${value}`))

const writers = {
  guid: (value, format, field) => {
    const name = format.nameOf(`${value}`, field)
    return name ? { text: name, style: "plain" } : { text: shortenId(`${value}`), style: "code" }
  },
  string: plain(() => undefined),
  url: (value) => ({ text: `${value}`.replace(/^https?:\/\//, ""), style: "muted" }),
  boolean: (value, format) => ({
    text: typeof value === "boolean" ? format.boolean(value) : `${value}`,
    style: value === true ? "plain" : "muted",
  }),
  integer: number,
  double: number,
  datetime: moment,
  datetimeoffset: moment,
  localdatetime: plain((value, format) => format.wallClock(`${value}`)),
} as const satisfies Record<ScalarType, Writer>

function nestedText(name: string, value: unknown, format: CellFormat): CellText {
  const summary = summariseNested(value, format.locale)
  if (!summary || (summary.kind === "count" && summary.count === 0)) return nothing
  if (summary.kind === "count") return { text: format.count(name, summary.count), style: "plain" }
  const { text, more } = summary
  return { text, style: "plain", ...(more > 0 && { more: format.more(more) }) }
}

const isScalarValue = (value: unknown): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** The short single-line text of a value; null is a muted dash. */
export function cellText(name: string, field: Field, value: unknown, format: CellFormat): CellText {
  if (value === null || value === undefined || value === "") return nothing
  if (field.type === "object" || field.type === "array" || !isScalarValue(value))
    return nestedText(name, value, format)
  if (field.values)
    return { text: format.value(name, `${value}`), style: "badge", tone: toneOf(`${value}`) }
  if (isDays(field) && typeof value === "number")
    return { text: format.days(value), style: "plain" }
  return writers[field.type](value, format, name)
}

/** The text of a row in a column. */
export function columnText(column: FieldColumn, row: Row, format: CellFormat): CellText {
  const value = readValue(column, row)
  if (column.isRaw && value !== null) return { text: shortenId(`${value}`), style: "code" }
  if (column.orId && typeof value === "string") return cellText("id", guid(), value, format)
  return cellText(column.name, column.field, value, format)
}

/** The exact value as text, for titles and the clipboard; nested values as JSON. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : `${value as Value}`
}

/** A cell's title: details of a person, if known, then the exact value. */
export function cellTitle(column: FieldColumn, row: Row, format: CellFormat): string {
  const text = exactText(readValue(column, row))
  const isPerson = text !== "" && format.kindOf(column.name) === "user"
  const note = isPerson ? describePerson(userNames.detailsOf(text)) : undefined
  return note === undefined ? text : `${note}\n${text}`
}

const write = (text: string) => navigator.clipboard.writeText(text)

/**
 * Replaces tabs and line breaks with spaces, so that a value stays in one cell of tab-separated
 * text.
 */
const inOneCell = (text: string) => text.replaceAll(/[\t\r\n]+/g, " ")

/** The visible columns of a record as two tab-separated lines: labels and exact values. */
export function printRowLines(columns: readonly GridColumn[], row: Row): string {
  const names = columns.map(({ label }) => inOneCell(label))
  const values = columns.map(({ column }) => inOneCell(exactText(readValue(column, row))))
  return `${names.join("\t")}\n${values.join("\t")}`
}

export const copyCell = ({ column }: GridColumn, row: Row): Promise<void> =>
  write(exactText(readValue(column, row)))

/** Copies a row with its column labels, for pasting into a spreadsheet. */
export const copyRow = (columns: readonly GridColumn[], row: Row): Promise<void> =>
  write(printRowLines(columns, row))
