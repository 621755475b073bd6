import { type Field, isScalar, type Separator, valueTypes } from "@/lib/catalogue"

/** The word in a cell that clears a field; an empty cell leaves it unchanged. */
export const emptyWord = "(empty)"

/**
 * A cell's meaning: leave the field, clear it, or set a value; text that does not match the type is
 * a separate case.
 */
export type CellReading =
  | { readonly kind: "leave" | "clear" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly expected: ExpectedCell }

/** What a cell of a type must contain. */
export type ExpectedCell = "boolean" | "number" | "json" | "phone"

/** How spreadsheets write true and false in English, Danish and German. */
const spreadsheetValues: ReadonlyMap<string, boolean> = new Map([
  ["sand", true],
  ["wahr", true],
  ["falsk", false],
  ["falsch", false],
])

/** Separators that spreadsheets with other settings expect instead of this one. */
const foreignTo = { ",": ";\\t", ";": ",\\t", "\t": ",;" } as const

const marks = Object.fromEntries(
  Object.entries(foreignTo).map(([separator, foreign]) => [
    separator,
    new RegExp(
      `(^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029${foreign}])([\\s\\p{Cc}\\p{Cf}"]*)'(?='*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20])`,
      "gu",
    ),
  ]),
)

/**
 * Removes the apostrophes that an export puts before text that a spreadsheet would take for a
 * formula; workbooks have no separator and no apostrophes.
 */
export function withoutFormulaMarks(text: string, separator: Separator | undefined): string {
  if (separator === undefined) return text
  const bare = /^'+[\t\r]/.test(text) ? text.slice(1) : text
  const pattern = marks[separator]
  return pattern ? bare.replace(pattern, "$1$2") : bare
}

function readBoolean(text: string): CellReading {
  const value = valueTypes.boolean.parse(text) ?? spreadsheetValues.get(text.toLowerCase())
  return value === undefined
    ? { kind: "unreadable", expected: "boolean" }
    : { kind: "value", value }
}

function readNumber(text: string): CellReading {
  const value = valueTypes.double.parse(text)
  return value === undefined ? { kind: "unreadable", expected: "number" } : { kind: "value", value }
}

function readJson(text: string): CellReading {
  try {
    return { kind: "value", value: JSON.parse(text) }
  } catch {
    return { kind: "unreadable", expected: "json" }
  }
}

const cultureLine = /^([a-z]{2,3}(?:-[a-z\d]+)*): ?(.*)$/i

/**
 * Parses lines of `da-DK: text` to entries of two fields; a line without a culture continues the
 * text before.
 */
function readCultures(textField: string, text: string): CellReading {
  const entries: { culture: string; lines: string[] }[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, culture, first = ""] = cultureLine.exec(line) ?? []
    if (culture) entries.push({ culture, lines: [first] })
    else if (entries.length > 0) entries.at(-1)?.lines.push(line)
    else return { kind: "unreadable", expected: "json" }
  }
  const value = entries.map(({ culture, lines }) => ({
    culture,
    [textField]: lines.join("\n") || null,
  }))
  return { kind: "value", value }
}

/**
 * A list or object in a workbook: JSON, or the readable form of short lists and texts by culture.
 */
function readNested(field: Field, text: string): CellReading {
  if (/^[[{]/.test(text) || field.type !== "array") return readJson(text)
  const { items } = field
  if (items.type === "string")
    return { kind: "value", value: text.split(/\s*[,;\n]\s*/).filter((part) => part !== "") }
  const names = items.type === "object" ? Object.keys(items.fields) : []
  const [textField, ...others] = names.filter((name) => name !== "culture")
  if (textField === undefined || others.length > 0 || names.length !== 2) return readJson(text)
  return readCultures(textField, text)
}

/**
 * Parses a phone number in one cell: `+45 12 34 56 78`, JSON as in an export, or digits alone, as a
 * text value.
 */
export function readPhone(
  cell: string,
  separator: Separator | undefined,
  split: ((text: string) => object | undefined) | undefined,
): CellReading {
  const text = withoutFormulaMarks(cell.trim(), separator)
  if (text === "") return { kind: "leave" }
  if (text.toLowerCase() === emptyWord) return { kind: "clear" }
  if (text.startsWith("{")) return readJson(text)
  const international = split?.(text)
  if (international) return { kind: "value", value: international }
  const digits = text.replaceAll(/[\s().\-/]/g, "")
  return /^\d{1,15}$/.test(digits)
    ? { kind: "value", value: digits }
    : { kind: "unreadable", expected: "phone" }
}

/** Parses a cell in the format in which report exports write fields of its type. */
export function readCell(
  field: Field,
  cell: string,
  separator: Separator | undefined,
): CellReading {
  const text = cell.trim()
  if (text === "") return { kind: "leave" }
  if (text.toLowerCase() === emptyWord) return { kind: "clear" }
  if (!isScalar(field))
    return separator === undefined
      ? readNested(field, text)
      : readJson(withoutFormulaMarks(text, separator))
  if (field.type === "boolean") return readBoolean(text)
  if (field.type === "integer" || field.type === "double") return readNumber(text)
  if (field.type === "guid") return { kind: "value", value: text }
  return { kind: "value", value: withoutFormulaMarks(text, separator) }
}
