import "server-only"
import { createTranslator } from "use-intl/core"
import { type Locale, writtenAs } from "./locale"
import type { Messages, Namespace } from "./messages"
import { messagesOf } from "./messages-of"

/** The texts of a namespace in a language, outside React's client tree. */
export const translator = <N extends Namespace>(locale: Locale, namespace: N) =>
  createTranslator<Messages, N>({
    locale: writtenAs[locale],
    messages: messagesOf(locale),
    namespace,
  })
