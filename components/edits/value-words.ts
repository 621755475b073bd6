import { type Row, referencesOf } from "@/lib/catalogue"
import { phoneText } from "../data-table"
import { shortenId } from "../ui/short-id"

/** What the words for a value need of the reader's language and of the names that are known. */
export interface WordSource {
  /** `da-DK` as "Danish (Denmark)". */
  readonly cultureName: (code: string) => string
  readonly nameOf: (id: string, field: string) => string | undefined
  /** "Store" in the reader's language. */
  readonly valueLabel: (field: string, value: string) => string
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly empty: string
  readonly emptyList: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Fields of a department whose texts are codes of BCP 47, by name at any depth. */
const cultureFields: ReadonlySet<string> = new Set([
  "contentCulture",
  "uiCulture",
  "selectedCultures",
  "culture",
])

const references = referencesOf("department")

/** A culture with its code, "Danish (Denmark), da-DK"; a code without a name stands alone. */
export function sayCulture(code: string, cultureName: WordSource["cultureName"]): string {
  const name = cultureName(code)
  return name === code ? code : `${name}, ${code}`
}

/** Blanks at either end would not be seen. */
const quoted = (text: string) => (text.trim() === text ? text : `“${text}”`)

function sayText(field: string, text: string, words: WordSource): string {
  if (text === "") return words.empty
  if (cultureFields.has(field)) return sayCulture(text, words.cultureName)
  if (!references.has(field)) return quoted(words.valueLabel(field, text))
  const name = words.nameOf(text, field)
  return name === undefined ? text : `${name} (${shortenId(text)})`
}

/** An object in words: a phone number, a text with its language, or its parts by name. */
function sayObject(value: Row, words: WordSource): string {
  const { culture, description, ...rest } = value
  if (typeof culture === "string" && Object.keys(rest).length === 0)
    return `${sayCulture(culture, words.cultureName)}: ${sayValue("description", description, words)}`
  const phone = "number" in value ? phoneText(value) : undefined
  return phone ?? JSON.stringify(value)
}

/** A department's value as people say it: names for ids and codes, no value said too. `field` is the name of the innermost field. */
export function sayValue(field: string, value: unknown, words: WordSource): string {
  if (value === null || value === undefined) return words.none
  if (typeof value === "boolean") return value ? words.yes : words.no
  if (typeof value === "string") return sayText(field, value, words)
  if (Array.isArray(value))
    return value.length === 0
      ? words.emptyList
      : value.map((item) => sayValue(field, item, words)).join(value.some(isRow) ? "\n" : "; ")
  return isRow(value) ? sayObject(value, words) : `${value}`
}
