import "server-only"
import { createTranslator } from "use-intl/core"
import { messages as da } from "./da"
import { messages as de } from "./de"
import { messages as en } from "./en"
import { type Locale, writtenAs } from "./locale"
import type { Messages, Namespace } from "./messages"

const byLocale = { en, da, de } as const satisfies Record<Locale, Messages>

/** All interface texts of a language; server only, so that the browser loads a single language. */
export const messagesOf = (locale: Locale): Messages => byLocale[locale]

/** The texts of a namespace in a language, outside React's client tree. */
export const translator = <N extends Namespace>(locale: Locale, namespace: N) =>
  createTranslator<Messages, N>({
    locale: writtenAs[locale],
    messages: messagesOf(locale),
    namespace,
  })
