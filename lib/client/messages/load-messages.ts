import type { Locale } from "./locale"
import type { Messages } from "./messages"

const loaders = {
  en: () => import("./en"),
  da: () => import("./da"),
  de: () => import("./de"),
} as const satisfies Record<Locale, () => Promise<{ readonly messages: Messages }>>

/**
 * Loads the texts of a language in the browser, if the server could not send them with the page.
 */
export const loadMessages = async (locale: Locale): Promise<Messages> =>
  (await loaders[locale]()).messages
