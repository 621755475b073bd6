import { parseGuid } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/contract"
import da from "../messages/da/fields.json"
import de from "../messages/de/fields.json"
import en from "../messages/en/fields.json"
import { fieldLabel } from "../messages/labels"
import type { ColumnUse } from "./guess-uses"

/** The fields by which a row may identify its department, most reliable first. */
export const keyFields = ["id", "externalId", "name"] as const
export type KeyField = (typeof keyFields)[number]

/** The use of a column that identifies its row's department. */
export const keyUse = (field: KeyField) => `=${field}`

/** The column that identifies its row's department, among columns with these uses. */
export const findKey = (uses: readonly (string | null)[]) =>
  keyFields.map((field) => ({ field, at: uses.indexOf(keyUse(field)) })).find(({ at }) => at >= 0)

/** Accepted headers of a field: its name, and its label in each language. */
export const headsOf = (name: string): string[] => [
  name,
  ...[en, da, de].map((texts) => fieldLabel(texts, name)),
]

export const foldName = (name: string) => name.normalize("NFC").trim().toLowerCase()

const readKey = (field: KeyField, text: string): string =>
  field === "id" ? (parseGuid(text) ?? "") : field === "name" ? foldName(text) : text

function departmentsBy(field: KeyField, departments: readonly TreeEntry[]) {
  const byValue = new Map<string, string[]>()
  for (const department of departments) {
    const value = department[field]
    if (value === null) continue
    const text = readKey(field, value)
    byValue.set(text, [...(byValue.get(text) ?? []), department.id])
  }
  return byValue
}

/** The possible key columns; only one is used. */
export const keyUses = (departments: readonly TreeEntry[], heads = headsOf): ColumnUse[] =>
  keyFields.map((field) => {
    const known = departmentsBy(field, departments)
    const fits = (value: string) => known.has(readKey(field, value))
    return { id: keyUse(field), kind: "key", heads: heads(field), fits }
  })

/** Why a text does not identify a department. */
export type KeyFault =
  | "key_missing"
  | "key_no_guid"
  | `unknown_${KeyField}`
  | `ambiguous_${KeyField}`

/** Finds departments by the values of the key column. */
export function createDepartmentFinder(field: KeyField, departments: readonly TreeEntry[]) {
  const known = departmentsBy(field, departments)
  return (text: string): { readonly id: string } | { readonly fault: KeyFault } => {
    if (text === "") return { fault: "key_missing" }
    if (field === "id" && parseGuid(text) === undefined) return { fault: "key_no_guid" }
    const [found, another] = known.get(readKey(field, text)) ?? []
    if (found === undefined) return { fault: `unknown_${field}` }
    return another === undefined ? { id: found } : { fault: `ambiguous_${field}` }
  }
}
