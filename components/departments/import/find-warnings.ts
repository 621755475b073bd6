import { type Field, isScalar } from "@/lib/catalogue"
import type { CellKind } from "@/lib/client/files/read-workbook"
import type { JsonDocument } from "@/lib/json-patch"

/**
 * Damage that spreadsheets are known to cause: lost leading zeros, rounded long numbers, texts
 * turned into dates or numbers, and formulas, whose saved result is used.
 */
export const warningKinds = ["zeros", "exponent", "date", "number", "formula"] as const
export type WarningKind = (typeof warningKinds)[number]

/** A value that is possibly unintended. */
export interface Warning {
  readonly kind: WarningKind
  /** The column's field name. */
  readonly column: string
  readonly before: string
  readonly after: string
}

/** A cell that changes a value. */
export interface EnteredCell {
  readonly column: string
  readonly path: readonly string[]
  readonly field: Field
  readonly text: string
  readonly kind: CellKind | undefined
}

const exponent = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const dayLike =
  /^(?:\d{1,2}[-./ ](?:\d{1,2}|\p{L}{3,9})\.?(?:[-./ ]\d{2,4})?|\p{L}{3,9}[-. ]\d{2,4}|\d{4}-\d{2}-\d{2})$/u

/** How many digits postal codes have, by the country's calling code. */
const postalDigits: Readonly<Record<number, number>> = {
  1: 5,
  30: 5,
  31: 4,
  32: 4,
  33: 5,
  34: 5,
  36: 4,
  39: 5,
  41: 4,
  43: 4,
  45: 4,
  46: 5,
  47: 4,
  48: 5,
  49: 5,
  354: 3,
  358: 5,
  372: 5,
}

function valueAt(document: JsonDocument, [name = "", ...rest]: readonly string[]): unknown {
  const value = document[name] ?? null
  if (rest.length === 0 || typeof value !== "object" || value === null) return value
  return valueAt(value as JsonDocument, rest)
}

const callingCodeOf = (department: JsonDocument) =>
  Number(
    valueAt(department, ["phoneNumber", "countryCode"]) ?? department["defaultPhoneCountryCode"],
  )

const isNumeric = (text: string) => /^\d+$/.test(text)

function kindOf(
  { path, field, text, kind }: EnteredCell,
  before: string,
  department: JsonDocument,
): WarningKind | undefined {
  if (kind === "formula") return "formula"
  if (!isScalar(field) || field.type !== "string") return undefined
  if (exponent.test(text)) return "exponent"
  if (kind === "date" || (dayLike.test(text) && !dayLike.test(before))) return "date"
  if (!isNumeric(text)) return undefined
  const digits = path[0] === "zipCode" ? postalDigits[callingCodeOf(department)] : undefined
  const hasLost = /^0\d*$/.test(before) && before.replace(/^0+/, "") === text
  if (hasLost || (digits !== undefined && text.length < digits)) return "zeros"
  return kind === "number" && before !== "" && !isNumeric(before) ? "number" : undefined
}

/** The changed cells of a row whose values a spreadsheet may have damaged. */
export const findWarnings = (cells: readonly EnteredCell[], department: JsonDocument): Warning[] =>
  cells.flatMap((cell) => {
    const value = valueAt(department, cell.path)
    const before = typeof value === "string" || typeof value === "number" ? `${value}` : ""
    const kind = before === cell.text ? undefined : kindOf(cell, before, department)
    return kind ? [{ kind, column: cell.column, before, after: cell.text }] : []
  })
