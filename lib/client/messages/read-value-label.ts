import "server-only"
import { valueLabel } from "./labels"
import { messagesOf } from "./messages-of"
import { readLocale } from "./read-locale"

/** What people call a value of a field, in the request's language: `const label = await readValueLabel()`. */
export async function readValueLabel(): Promise<(field: string, value: string) => string> {
  const { values } = messagesOf(await readLocale())
  return (field, value) => valueLabel(values, field, value)
}
