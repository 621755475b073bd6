import { type Fields, fixedDepartmentFields } from "@/lib/catalogue"

/** The groups of a department's form, in order. */
export const fieldGroups = ["identity", "address", "visibility", "language"] as const
/** Collapsed until opened, or until a field inside changes. */
export const foldedGroups: ReadonlySet<FieldGroup> = new Set(["visibility", "language"])
export type FieldGroup = (typeof fieldGroups)[number]

const namesByGroup: { readonly [group in FieldGroup]: readonly string[] } = {
  identity: ["name", "parentId", "managerUserId", "type", "externalId"],
  address: [
    "addressLine",
    "addressLine2",
    "zipCode",
    "city",
    "phoneNumber",
    "email",
    "timeZone",
    "defaultPhoneCountryCode",
  ],
  visibility: [],
  language: ["contentCulture", "uiCulture", "userLanguageEnabled", "selectedCultures", "locales"],
}

const placed: ReadonlySet<string> = new Set(Object.values(namesByGroup).flat())

function groupOf(name: string): FieldGroup {
  const found = fieldGroups.find((group) => namesByGroup[group].includes(name))
  return found ?? (name.startsWith("show") ? "visibility" : "identity")
}

/**
 * The editable fields of a department by group; a field that is new in the catalogue goes to the
 * end of a group.
 */
export function groupFields(fields: Fields): ReadonlyMap<FieldGroup, Fields> {
  const patchable = Object.keys(fields).filter((name) => !fixedDepartmentFields.includes(name))
  return new Map(
    fieldGroups.map((group) => {
      const known = namesByGroup[group].filter((name) => patchable.includes(name))
      const others = patchable.filter((name) => !placed.has(name) && groupOf(name) === group)
      const named = [...known, ...others].flatMap((name) => {
        const field = fields[name]
        return field ? [[name, field] as const] : []
      })
      return [group, Object.fromEntries(named)]
    }),
  )
}
