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

/** A cell's text and style; `more` follows it in small print. */
export interface CellText {
  readonly text: string
  readonly style: "plain" | "quiet" | "code" | "badge" | "muted"
  readonly more?: string
  /** A badge's. */
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

/** What a cell says for a value of a field: short, in one line, null as a quiet dash. */
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

/** What a row says in a column. */
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

/** What explains a cell: its exact value, and before it what is known of a person beside their name. */
export function cellTitle(column: FieldColumn, row: Row, format: CellFormat): string {
  const text = exactText(readValue(column, row))
  const isPerson = text !== "" && format.kindOf(column.name) === "user"
  const note = isPerson ? describePerson(userNames.detailsOf(text)) : undefined
  return note === undefined ? text : `${note}\n${text}`
}

const write = (text: string) => navigator.clipboard.writeText(text)

/** A cell as tab-separated text holds it: what would break the line or the cell becomes a space. */
const inOneCell = (text: string) => text.replaceAll(/[\t\r\n]+/g, " ")

/** A record's shown columns as two lines of tab-separated text: their names and its exact values. */
export function printRowLines(columns: readonly GridColumn[], row: Row): string {
  const names = columns.map(({ label }) => inOneCell(label))
  const values = columns.map(({ column }) => inOneCell(exactText(readValue(column, row))))
  return `${names.join("\t")}\n${values.join("\t")}`
}

/** Puts a cell's exact value into the clipboard. */
export const copyCell = ({ column }: GridColumn, row: Row): Promise<void> =>
  write(exactText(readValue(column, row)))

/** Puts a row with its columns' names into the clipboard, for a spreadsheet. */
export const copyRow = (columns: readonly GridColumn[], row: Row): Promise<void> =>
  write(printRowLines(columns, row))
