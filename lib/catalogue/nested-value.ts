/** A nested value reduced to one cell: a text with the number of further ones, or just a count. */
export type NestedSummary =
  | { readonly kind: "text"; readonly text: string; readonly more: number }
  | { readonly kind: "count"; readonly count: number }

type Entry = { readonly [name: string]: unknown }

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

const cultureOf = (entry: Entry) => entry["culture"] ?? entry["cultureCode"]

function speaks(entry: Entry, locale: string): boolean {
  const culture = cultureOf(entry)
  return isText(culture) && culture.split("-")[0]?.toLowerCase() === locale.split("-")[0]
}

function firstText(entry: Entry): string | undefined {
  const culture = cultureOf(entry)
  return Object.values(entry).find((value): value is string => isText(value) && value !== culture)
}

function summariseCultures(entries: readonly Entry[], locale: string): NestedSummary | undefined {
  const chosen = entries.find((entry) => speaks(entry, locale)) ?? entries[0]
  if (!chosen || !isText(cultureOf(chosen))) return undefined
  const text = firstText(chosen)
  return text === undefined ? undefined : { kind: "text", text, more: entries.length - 1 }
}

const guidLike = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

function summariseList(list: readonly unknown[], locale: string): NestedSummary {
  const count = { kind: "count", count: list.length } as const
  if (list.length > 0 && list.every(isEntry)) return summariseCultures(list, locale) ?? count
  if (list.length === 0 || !list.every(isText) || list.some((text) => guidLike.test(text)))
    return count
  return { kind: "text", text: list.slice(0, 3).join(", "), more: Math.max(0, list.length - 3) }
}

/**
 * Summarizes an array or object: localized texts in the reader's language, short lists of words
 * unchanged, anything else as a count.
 */
export function summariseNested(value: unknown, locale: string): NestedSummary | undefined {
  if (Array.isArray(value)) return summariseList(value, locale)
  if (!isEntry(value)) return undefined
  const parts = Object.values(value).filter((part) => isText(part) || typeof part === "number")
  return parts.length > 0 ? { kind: "text", text: parts.join(" "), more: 0 } : undefined
}
