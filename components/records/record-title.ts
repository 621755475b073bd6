import type { Row } from "@/lib/catalogue"
import { rowsAt, textAt } from "./read-field"

/** What a record calls itself: its name, or its title in the reader's language or else its first. */
export function recordTitle(record: Row, locale: string): string | undefined {
  const locales = rowsAt(record, "locales")
  const own = locales.find((entry) => textAt(entry, "culture")?.split("-")[0] === locale)
  return textAt(record, "name") ?? titleOf(own) ?? locales.map(titleOf).find(Boolean)
}

const titleOf = (entry: Row | undefined) => entry && textAt(entry, "title")
