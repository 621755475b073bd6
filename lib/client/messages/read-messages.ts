import "server-only"
import { cookies, headers } from "next/headers"
import { cache } from "react"
import { readChoice } from "../choice-cookie"
import { catalogues } from "./catalogues"
import { fieldLabel, valueLabel } from "./labels"
import { chooseLocale, localeCookie } from "./locale"
import type { Namespace } from "./messages"
import { messagesOf, translator } from "./messages-of"

/** The language of the current request. */
export const readLocale = cache(async () => {
  const sent = await cookies()
  const chosen = readChoice(localeCookie, (name) => sent.get(name)?.value)
  return chooseLocale(chosen, (await headers()).get("accept-language"))
})

/** The catalogue with its titles and notes in the request's language. */
export const readCatalogue = async () => catalogues[await readLocale()]

/**
 * The texts of a namespace in the request's language: `const t = await readTranslator("frame")` in
 * server components.
 */
export const readTranslator = async <N extends Namespace>(namespace: N) =>
  translator(await readLocale(), namespace)

/** Field labels in the request's language: `const label = await readFieldLabel()`. */
export async function readFieldLabel(): Promise<(name: string) => string> {
  const { fields } = messagesOf(await readLocale())
  return (name) => fieldLabel(fields, name)
}

/** Value labels in the request's language: `const label = await readValueLabel()`. */
export async function readValueLabel(): Promise<(field: string, value: string) => string> {
  const { values } = messagesOf(await readLocale())
  return (field, value) => valueLabel(values, field, value)
}
