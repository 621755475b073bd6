import { ownValue } from "@/lib/catalogue"
import type { Messages } from "./messages"

/** A property name in words: `lastModifiedDateTime` → "Last modified date time". */
function humanizeName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_.]+/g, " ")
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What people call a field, or a member of an object with what holds it; a name without a text of its own is humanised, so that a new one still shows. */
export function fieldLabel(fields: Messages["fields"], name: string): string {
  const parts = name.split(".").map((part) => ownValue(fields, part) ?? humanizeName(part))
  return parts.join(" · ")
}

/** What people call a value that a field names, such as "InProgress"; one that is not known is shown as it is. */
export function valueLabel(values: Messages["values"], field: string, value: string): string {
  const labels: { readonly [value: string]: string } = ownValue(values, field) ?? {}
  return ownValue(labels, value) ?? value
}
