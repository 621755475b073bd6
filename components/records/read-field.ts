import type { Row } from "@/lib/catalogue"

/**
 * Readers of a record's parts: null, absent and malformed values are undefined or empty alike
 * (specification 2).
 */
export const textAt = (row: Row, name: string): string | undefined => {
  const value = row[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

export const numberAt = (row: Row, name: string): number | undefined => {
  const value = row[name]
  return typeof value === "number" ? value : undefined
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const objectAt = (row: Row, name: string): Row | undefined => {
  const value = row[name]
  return isRow(value) ? value : undefined
}

export const rowsAt = (row: Row, name: string): Row[] => {
  const value = row[name]
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** A record's name, or its title in the reader's language, else its first title. */
export function recordTitle(record: Row, locale: string): string | undefined {
  const locales = rowsAt(record, "locales")
  const own = locales.find((entry) => textAt(entry, "culture")?.split("-")[0] === locale)
  return textAt(record, "name") ?? titleOf(own) ?? locales.map(titleOf).find(Boolean)
}

const titleOf = (entry: Row | undefined) => entry && textAt(entry, "title")
