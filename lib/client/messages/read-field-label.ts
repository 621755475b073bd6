import "server-only"
import { fieldLabel } from "./labels"
import { messagesOf } from "./messages-of"
import { readLocale } from "./read-locale"

/** What people call a field, in the request's language: `const label = await readFieldLabel()`. */
export async function readFieldLabel(): Promise<(name: string) => string> {
  const { fields } = messagesOf(await readLocale())
  return (name) => fieldLabel(fields, name)
}
