import fields from "./en/fields.json"
import { humanizeName } from "./humanize-name"

const known: { readonly [name: string]: string } = fields

/** What people call a field; a name without a text of its own is humanised, so that a new one still shows. */
export const fieldLabel = (name: string): string =>
  Object.hasOwn(known, name) ? (known[name] ?? humanizeName(name)) : humanizeName(name)
