import { humanizeName } from "./humanize-name"
import type { Messages } from "./messages"

/** What people call a field; a name without a text of its own is humanised, so that a new one still shows. */
export function fieldLabel(fields: Messages["fields"], name: string): string {
  const known: { readonly [name: string]: string } = fields
  return Object.hasOwn(known, name) ? (known[name] ?? humanizeName(name)) : humanizeName(name)
}
