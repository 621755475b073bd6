import { type Field, type Fields, isScalar } from "@/lib/catalogue"

/** The ways in which a record's values are laid out. */
export type NestedKind = "scalar" | "phone" | "cultures" | "medias" | "ids" | "object" | "list"

const has = (fields: Fields, ...names: readonly string[]) =>
  names.every((name) => Object.hasOwn(fields, name))

/** The field that names an entry's culture, in lists that hold one entry for each. */
export const cultureField = (fields: Fields): string | undefined =>
  ["culture", "cultureCode"].find((name) => Object.hasOwn(fields, name))

/** How a field's values are laid out, told from its shape in the catalogue. */
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

/** A phone number in one line, `+45 12345678`; undefined where neither part is there. */
export function phoneText(phone: { readonly [part: string]: unknown }): string | undefined {
  const { countryCode: code, number } = phone
  const parts = [code == null ? "" : `+${code}`, number == null ? "" : `${number}`]
  return parts.filter((part) => part !== "").join(" ") || undefined
}
