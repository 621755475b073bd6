import { type Field, isScalar, parseDateTime, type ScalarField } from "@/lib/catalogue"
import type { ColumnKind } from "./column-types"
import type { RecordTable, TableColumn } from "./tables"

/**
 * A record to store: path parameters by name, and field values as JSON carries them, including
 * hidden fields.
 */
export interface StoredRow {
  readonly scope?: { readonly [parameter: string]: string }
  readonly values: { readonly [field: string]: unknown }
}

const unstorable = /[\0\p{Surrogate}]/gu
/**
 * Everything except control characters, the backslash and surrogates: most texts need neither
 * cleaning nor escaping.
 */
const suspicious = /[^ -[\]-\ud7ff\ue000-\uffff]/
const special = /[\\\b\f\n\r\t\v]/g
const escapes: { readonly [character: string]: string } = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
}

/**
 * PostgreSQL can store neither NUL nor unpaired surrogates. Each becomes U+FFFD, the replacement
 * character.
 */
const cleanText = (text: string) => text.replace(unstorable, "\uFFFD")

const escapeText = (text: string) =>
  text.replace(special, (character) => escapes[character] ?? character)

const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

function printGuid(value: unknown): string {
  const text = `${value}`.toLowerCase()
  if (!guid.test(text)) throw new TypeError("is no guid")
  return text
}

/** The usual form of a time. PostgreSQL itself checks that the day exists. */
const defaultTime = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/
const beyondMicroseconds = /(\.\d{6})\dZ$/
const endingZeros = /\.?0+Z$/

function printTime(value: unknown): string {
  if (typeof value === "string" && defaultTime.test(value)) return value
  const text = parseDateTime(String(value))
  if (text === undefined) throw new TypeError("is no ISO 8601 date-time")
  return beyondMicroseconds.test(text)
    ? text.replace(beyondMicroseconds, "$1Z").replace(endingZeros, "Z")
    : text
}

function printNumber(value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("is no number")
  return `${value}`
}

function shapeScalar({ type }: ScalarField, value: unknown): unknown {
  if (typeof value !== "string") return value
  return type === "guid" ? value.toLowerCase() : cleanText(value)
}

/**
 * The fields that the catalogue names, in its order. Missing fields become null, unknown keys are
 * dropped.
 */
function shapeValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (isScalar(field)) return shapeScalar(field, value)
  if (field.type === "array") {
    if (!Array.isArray(value)) throw new TypeError("is no array")
    return value.map((item) => shapeValue(field.items, item))
  }
  if (typeof value !== "object" || Array.isArray(value)) throw new TypeError("is no object")
  const given = new Map(Object.entries(value))
  return Object.fromEntries(
    Object.entries(field.fields).map(([name, inner]) => [name, shapeValue(inner, given.get(name))]),
  )
}

function printString(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("is no string")
  return suspicious.test(value) ? cleanText(value) : value
}

/**
 * A double as PostgreSQL prints it: the shortest digits, in exponential form above 15 integer
 * digits or 4 zeros after the point.
 */
function printDouble(text: string): string {
  const value = Number(text)
  const size = Math.abs(value)
  if (size === 0 || (size >= 1e-4 && size < 1e15)) return text
  const [digits, sign, exponent = ""] = value.toExponential().split(/e([+-])/)
  return `${digits}e${sign}${exponent.padStart(2, "0")}`
}

const same = (text: string) => text
const quote = (text: string) => `"${text}"`

/**
 * Prints a column kind's value as text for PostgreSQL, and converts that text to JSON as it is sent
 * (decisions "Values").
 */
interface Printer {
  readonly text: (value: unknown) => string
  readonly json: (text: string) => string
}

/** The text of a UTC time has a zone, which columns without one ignore. */
const printers = {
  guid: { text: printGuid, json: quote },
  string: { text: printString, json: (text) => JSON.stringify(text) },
  boolean: {
    text: (value) => {
      if (typeof value !== "boolean") throw new TypeError("is no boolean")
      return `${value}`
    },
    json: same,
  },
  integer: { text: printNumber, json: same },
  double: { text: printNumber, json: printDouble },
  datetime: { text: printTime, json: quote },
  datetimeoffset: { text: printTime, json: (text) => `"${text.slice(0, -1)}+00:00"` },
  localdatetime: { text: printTime, json: (text) => `"${text.slice(0, -1)}"` },
} as const satisfies Record<Exclude<ColumnKind, "json">, Printer>

function printerOf({ kind, source }: TableColumn): Printer {
  if (kind !== "json") return printers[kind]
  if (source.from !== "field") throw new TypeError("holds JSON without a field")
  const { field } = source
  return { text: (value) => JSON.stringify(shapeValue(field, value)), json: same }
}

function readValue({ source }: TableColumn, { scope, values }: StoredRow): unknown {
  if (source.from === "scope") return scope?.[source.parameter]
  if (source.from !== "field") return undefined
  for (const name of source.names) if (values[name] != null) return values[name]
  return null
}

/** The columns that a load fills: all except those numbered by the database. */
export const loadedColumns = (table: RecordTable): TableColumn[] =>
  table.columns.filter(({ source }) => source.from !== "database")

function nameFault(table: RecordTable, column: TableColumn, cause: unknown): TypeError {
  const reason = cause instanceof Error ? cause.message : "does not fit"
  return new TypeError(`${table.name}.${column.name} ${reason}.`, { cause })
}

/** Prints the fields of a document. Each is a constant text, or a text around a value. */
function createDocumentPrinter({ document }: RecordTable, columns: readonly TableColumn[]) {
  const positionOf = (column: TableColumn) => columns.indexOf(column)
  const parts = document.fields.map(({ name, value }, index) => {
    const key = `${index === 0 ? "{" : ","}${JSON.stringify(name)}:`
    if (value.from === "constant") return () => `${key}${value.constant}`
    if (value.from === "link") {
      const texts = value.parts.map((part) => (typeof part === "string" ? part : positionOf(part)))
      return (row: readonly (string | null)[]) =>
        `${key}${JSON.stringify(texts.map((text) => (typeof text === "string" ? text : row[text])).join(""))}`
    }
    const position = positionOf(value.column)
    const { json } = printerOf(value.column)
    const nothing = `${key}${value.isFilled ? "[]" : "null"}`
    return (row: readonly (string | null)[]) => {
      const text = row[position]
      return text === null || text === undefined ? nothing : key + json(text)
    }
  })
  return (row: readonly (string | null)[]) => {
    let text = ""
    for (const print of parts) text += print(row)
    return `${text}}`
  }
}

/**
 * Prints rows as one text per loaded column, including the record's document. Throws `TypeError`
 * naming the field that does not fit.
 */
function createRowPrinter(table: RecordTable): (row: StoredRow) => (string | null)[] {
  const columns = loadedColumns(table)
  const last = columns.length - 1
  const printers = columns.slice(0, last).map((column) => {
    const { text } = printerOf(column)
    // In a sequence of rows, most values repeat those of the previous row.
    let before: unknown = null
    let printed: string | null = null
    return (row: StoredRow) => {
      const value = readValue(column, row) ?? null
      if (value === before) return printed
      try {
        printed = value === null ? null : text(value)
      } catch (cause) {
        throw nameFault(table, column, cause)
      }
      before = typeof value === "object" ? undefined : value
      return printed
    }
  })
  const printDocument = createDocumentPrinter(table, columns)
  return (row) => {
    const texts: (string | null)[] = []
    for (const print of printers) texts.push(print(row))
    texts.push(printDocument(texts))
    return texts
  }
}

/** The column texts by name, and the document text, of a whole row that is being changed. */
export function printRowTexts(
  table: RecordTable,
  row: StoredRow,
): ReadonlyMap<string, string | null> {
  const texts = createRowPrinter(table)(row)
  return new Map(loadedColumns(table).map(({ name }, index) => [name, texts[index] ?? null]))
}

const mayNeedEscape = ({ kind }: TableColumn) => kind === "string" || kind === "json"

/**
 * Encodes rows of a table as lines of COPY's text format. Throws `TypeError` naming the field that
 * does not fit.
 */
export function createRowEncoder(table: RecordTable): (row: StoredRow) => string {
  const print = createRowPrinter(table)
  const escapes = loadedColumns(table).map(mayNeedEscape)
  return (row) => {
    const texts = print(row)
    let line = ""
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] ?? null
      if (index > 0) line += "\t"
      if (text === null) line += "\\N"
      else line += escapes[index] && suspicious.test(text) ? escapeText(text) : text
    }
    return `${line}\n`
  }
}

/**
 * Rows of a table as one array of texts per loaded column. Throws `TypeError` naming the field that
 * does not fit.
 */
export function printColumns(table: RecordTable, rows: readonly StoredRow[]): (string | null)[][] {
  const print = createRowPrinter(table)
  const printed = rows.map(print)
  return loadedColumns(table).map((_, index) => printed.map((texts) => texts[index] ?? null))
}
