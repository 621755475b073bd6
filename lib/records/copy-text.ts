import { type Field, isScalar, parseDateTime, type ScalarField } from "@/lib/catalogue"
import type { ColumnKind } from "./column-types"
import type { RecordTable, TableColumn } from "./tables"

/** A record to store: path parameters by name, and field values as JSON carries them, hidden fields included. */
export interface StoredRow {
  readonly scope?: { readonly [parameter: string]: string }
  readonly values: { readonly [field: string]: unknown }
}

type Encode = (value: unknown) => string

const unstorable = /[\0\p{Surrogate}]/gu
/** All but control characters, the backslash and surrogates: nearly every text needs neither cleaning nor escaping. */
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

/** PostgreSQL holds neither NUL nor half a surrogate pair; each becomes the replacement character U+FFFD. */
const cleanText = (text: string) => text.replace(unstorable, "\uFFFD")

const escapeText = (text: string) =>
  text.replace(special, (character) => escapes[character] ?? character)

/** The usual form of a time; whether the calendar has its day, PostgreSQL itself says. */
const defaultTime = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

function encodeTime(value: unknown): string {
  if (typeof value === "string" && defaultTime.test(value)) return value
  const text = parseDateTime(String(value))
  if (text === undefined) throw new TypeError("is no ISO 8601 date-time")
  return text.replace(/(\.\d{6})\d/, "$1")
}

function encodeNumber(value: unknown): string {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("is no number")
  return `${value}`
}

function shapeScalar({ type }: ScalarField, value: unknown): unknown {
  if (typeof value !== "string") return value
  return type === "guid" ? value.toLowerCase() : cleanText(value)
}

/** The fields that the catalogue names, in its order, an absent one as null; other keys are left out. */
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

const printString: Encode = (value) => {
  if (typeof value !== "string") throw new TypeError("is no string")
  return suspicious.test(value) ? cleanText(value) : value
}

/** A UTC time as text without its zone, or with it: columns without a zone ignore it. */
const printers = {
  guid: printString,
  string: printString,
  boolean: (value) => {
    if (typeof value !== "boolean") throw new TypeError("is no boolean")
    return `${value}`
  },
  integer: encodeNumber,
  double: encodeNumber,
  datetime: encodeTime,
  datetimeoffset: encodeTime,
  localdatetime: encodeTime,
} as const satisfies Record<Exclude<ColumnKind, "json">, Encode>

/** A value as the text that its column's type reads. */
function printerOf({ kind, source }: TableColumn): Encode {
  if (kind !== "json") return printers[kind]
  if (source.from !== "field") throw new TypeError("holds JSON without a field")
  const { field } = source
  return (value) => JSON.stringify(shapeValue(field, value))
}

const encodeString: Encode = (value) => {
  if (typeof value !== "string") throw new TypeError("is no string")
  return suspicious.test(value) ? escapeText(cleanText(value)) : value
}

/** The same as COPY's text format carries it. */
function encoderOf(column: TableColumn): Encode {
  if (column.kind === "guid" || column.kind === "string") return encodeString
  const print = printerOf(column)
  return column.kind === "json" ? (value) => escapeText(print(value)) : print
}

function readValue({ source }: TableColumn, { scope, values }: StoredRow): unknown {
  if (source.from === "scope") return scope?.[source.parameter]
  if (source.from === "database") return undefined
  for (const name of source.names) if (values[name] != null) return values[name]
  return null
}

/** The columns that a load fills: all but those that the database numbers by itself. */
export const loadedColumns = (table: RecordTable): TableColumn[] =>
  table.columns.filter(({ source }) => source.from !== "database")

function nameFault(table: RecordTable, column: TableColumn, cause: unknown): TypeError {
  const reason = cause instanceof Error ? cause.message : "does not fit"
  return new TypeError(`${table.name}.${column.name} ${reason}.`, { cause })
}

/** Encodes rows of a table as lines of COPY's text format; throws `TypeError` naming the field that does not fit. */
export function createRowEncoder(table: RecordTable): (row: StoredRow) => string {
  const columns = loadedColumns(table).map((column) => ({ column, encode: encoderOf(column) }))
  return (row) => {
    let line = ""
    for (const { column, encode } of columns) {
      const value = readValue(column, row)
      if (line !== "") line += "\t"
      try {
        line += value === null || value === undefined ? "\\N" : encode(value)
      } catch (cause) {
        throw nameFault(table, column, cause)
      }
    }
    return `${line}\n`
  }
}

/** Rows of a table as one array of texts for each column that a load fills; throws `TypeError` naming the field that does not fit. */
export function printColumns(table: RecordTable, rows: readonly StoredRow[]): (string | null)[][] {
  return loadedColumns(table).map((column) => {
    const print = printerOf(column)
    return rows.map((row) => {
      const value = readValue(column, row)
      try {
        return value === null || value === undefined ? null : print(value)
      } catch (cause) {
        throw nameFault(table, column, cause)
      }
    })
  })
}
