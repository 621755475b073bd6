import { type Field, type Fields, isScalar, ownValue } from "@/lib/catalogue"
import type { WrittenLocale } from "@/lib/client/messages"
import type { BadgeTone } from "../ui/badge"

export type NestedKind = "scalar" | "phone" | "cultures" | "medias" | "ids" | "object" | "list"

const has = (fields: Fields, ...names: readonly string[]) =>
  names.every((name) => Object.hasOwn(fields, name))

/** The field with an entry's culture, in lists of one entry per culture. */
export const cultureField = (fields: Fields): string | undefined =>
  ["culture", "cultureCode"].find((name) => Object.hasOwn(fields, name))

/** How a field's values are laid out, by its shape in the catalogue. */
export function kindOfNested(field: Field): NestedKind {
  if (isScalar(field)) return "scalar"
  if (field.type === "object")
    return has(field.fields, "countryCode", "number") ? "phone" : "object"
  if (field.items.type === "guid") return "ids"
  if (field.items.type !== "object") return "list"
  const { fields } = field.items
  if (cultureField(fields) !== undefined) return "cultures"
  return has(fields, "fileName", "contentType", "downloadUrl") ? "medias" : "list"
}

/** A phone number in one line, `+45 12345678`; undefined if both parts are missing. */
export function phoneText(phone: { readonly [part: string]: unknown }): string | undefined {
  const { countryCode: code, number } = phone
  const parts = [code == null ? "" : `+${code}`, number == null ? "" : `${number}`]
  return parts.filter((part) => part !== "").join(" ") || undefined
}

/**
 * A culture code as a language name in the reader's language, `da-DK` → "Danish (Denmark)"; other
 * text is unchanged.
 */
export function cultureName(locale: WrittenLocale, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language", fallback: "code" }).of(code) ?? code
  } catch {
    return code
  }
}

const tones: { readonly [value: string]: BadgeTone } = {
  Approved: "positive",
  Completed: "positive",
  Published: "positive",
  Pending: "caution",
  Draft: "caution",
  Rejected: "critical",
}

/** The colour of an enumerated value that has a status; unknown values are neutral. */
export const toneOf = (value: string): BadgeTone => ownValue(tones, value) ?? "neutral"
