import { ownValue } from "@/lib/catalogue"
import type { Messages } from "./messages"

/** Converts a property name to words: `lastModifiedDateTime` → "Last modified date time". */
function humanizeName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_.]+/g, " ")
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * The label of a field, or of an object's member with its parent; names without a text are
 * humanised, so that new ones still show.
 */
export function fieldLabel(fields: Messages["fields"], name: string): string {
  const parts = name.split(".").map((part) => ownValue(fields, part) ?? humanizeName(part))
  return parts.join(" · ")
}

/** The label of a named value such as "InProgress"; unknown values are unchanged. */
export function valueLabel(values: Messages["values"], field: string, value: string): string {
  const labels: { readonly [value: string]: string } = ownValue(values, field) ?? {}
  return ownValue(labels, value) ?? value
}
