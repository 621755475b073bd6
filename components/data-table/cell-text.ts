import type { Field, Row, ScalarType } from "@/lib/catalogue"
import type { BadgeTone } from "../ui/badge"
import { shortenId } from "../ui/short-id"
import type { CellFormat } from "./cell-format"
import { type Column, readValue } from "./columns"
import { summariseNested } from "./nested-value"
import { toneOf } from "./value-tone"

/** What a cell says, and how it looks; `more` is said in small print behind it. */
export interface CellText {
  readonly text: string
  readonly look: "plain" | "quiet" | "code" | "badge" | "muted"
  readonly more?: string
  /** A badge's. */
  readonly tone?: BadgeTone
}

type Value = string | number | boolean
type Writer = (value: Value, format: CellFormat, field: string) => CellText

const nothing: CellText = { text: "–", look: "quiet" }

const plain =
  (write: (value: Value, format: CellFormat) => string | undefined): Writer =>
  (value, format) => ({ text: write(value, format) ?? `${value}`, look: "plain" })

const number = plain((value, format) =>
  typeof value === "number" ? format.number(value) : undefined,
)
const moment = plain((value, format) => format.moment(`${value}`))

const writers = {
  guid: (value, format, field) => {
    const name = format.nameOf(`${value}`, field)
    return name ? { text: name, look: "plain" } : { text: shortenId(`${value}`), look: "code" }
  },
  string: plain(() => undefined),
  url: (value) => ({ text: `${value}`.replace(/^https?:\/\//, ""), look: "muted" }),
  boolean: (value, format) => ({
    text: typeof value === "boolean" ? format.boolean(value) : `${value}`,
    look: value === true ? "plain" : "muted",
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
  if (summary.kind === "count") return { text: format.count(name, summary.count), look: "plain" }
  const { text, more } = summary
  return { text, look: "plain", ...(more > 0 && { more: format.more(more) }) }
}

const isScalarValue = (value: unknown): value is Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** What a cell says for a value of a field: short, in one line, null as a quiet dash. */
export function cellText(name: string, field: Field, value: unknown, format: CellFormat): CellText {
  if (value === null || value === undefined || value === "") return nothing
  if (field.type === "object" || field.type === "array" || !isScalarValue(value))
    return nestedText(name, value, format)
  if (field.values)
    return { text: format.value(name, `${value}`), look: "badge", tone: toneOf(`${value}`) }
  return writers[field.type](value, format, name)
}

/** What a row says in a column. */
export function columnText(column: Column, row: Row, format: CellFormat): CellText {
  const value = readValue(column, row)
  if (column.isRaw && value !== null) return { text: shortenId(`${value}`), look: "code" }
  return cellText(column.name, column.field, value, format)
}

/** The exact value as text, for titles and the clipboard; nested values as JSON. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : `${value as Value}`
}
