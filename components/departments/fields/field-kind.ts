import { type Field, ownValue, referencesOf } from "@/lib/catalogue"

export type FieldKind =
  | "text"
  | "email"
  | "number"
  | "choice"
  | "answer"
  | "culture"
  | "cultures"
  | "zone"
  | "callingCode"
  | "phone"
  | "department"
  | "user"
  | "descriptions"
  | "other"

/** These texts and numbers have kinds that the catalogue's types do not express. */
const kindsByName: { readonly [name: string]: FieldKind } = {
  email: "email",
  timeZone: "zone",
  contentCulture: "culture",
  uiCulture: "culture",
  selectedCultures: "cultures",
  defaultPhoneCountryCode: "callingCode",
}

const references = referencesOf("department")

function kindOfShape(field: Field): FieldKind {
  switch (field.type) {
    case "boolean":
      return "answer"
    case "integer":
    case "double":
      return "number"
    case "object":
      return "countryCode" in field.fields && "number" in field.fields ? "phone" : "other"
    case "array":
      return field.items.type === "object" && "culture" in field.items.fields
        ? "descriptions"
        : "other"
    default:
      return field.values ? "choice" : "text"
  }
}

/** The kind of a field, by its name if listed, else by its type; `other` is read-only. */
export function kindOfField(name: string, field: Field): FieldKind {
  const target = references.get(name)
  if (target === "department" || target === "user") return target
  return ownValue(kindsByName, name) ?? kindOfShape(field)
}
