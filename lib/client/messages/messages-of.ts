import "server-only"
import { messages as da } from "./da"
import { messages as de } from "./de"
import { messages as en } from "./en"
import type { Locale } from "./locale"
import type { Messages } from "./messages"

const byLocale = { en, da, de } as const satisfies Record<Locale, Messages>

/** Every interface text of a language; on the server only, so that the browser loads one language. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale]
