import { type Field, type Fields, isApiAddress, isScalar, type Row } from "../../catalogue"

/** Returns the name of an id, if it is known. */
export type NameReader = (id: string) => string | undefined

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const cultureOf = ({ culture, cultureCode }: Row) => culture ?? cultureCode

const naming = ["name", "fileName", "title", "label"]

/** The human-readable parts of an entry: no API addresses, and no id next to a name. */
function partsOf(fields: Fields, entry: Row) {
  const isNamed = naming.some((name) => entry[name])
  return Object.entries(fields).filter(
    ([name]) =>
      !["culture", "cultureCode"].includes(name) &&
      !isApiAddress(fields, name) &&
      !(name === "id" && isNamed),
  )
}

function entryText(fields: Fields, entry: Row, nameOf: NameReader): string {
  const culture = cultureOf(entry)
  const said = partsOf(fields, entry).flatMap(([name, field]) => {
    const text = readableText(field, entry[name], nameOf)
    return text === "" ? [] : [{ name, text }]
  })
  const [only] = said
  const isOne = said.length === 1 && (culture || naming.includes(only?.name ?? ""))
  const text = isOne ? only?.text : said.map((part) => `${part.name}: ${part.text}`).join("; ")
  return culture ? `${culture}: ${text}` : `${text}`
}

/**
 * A value as text: ids with their known names, each entry of a list on its own line, short entries
 * joined on one line.
 */
export function readableText(field: Field, value: unknown, nameOf: NameReader): string {
  if (value === null || value === undefined) return ""
  if (field.type === "array" && Array.isArray(value)) {
    const texts = value.map((each) => readableText(field.items, each, nameOf))
    const isShort = isScalar(field.items) && field.items.type !== "guid"
    return texts.join(isShort ? ", " : "\n")
  }
  if (field.type === "object" && isRow(value)) return entryText(field.fields, value, nameOf)
  if (typeof value === "object") return JSON.stringify(value)
  const name = field.type === "guid" ? nameOf(`${value}`) : undefined
  return name === undefined ? `${value}` : `${name} (${value})`
}
