import type { messages } from "./en"
import type { WrittenLocale } from "./locale"

/** The texts of one language, by namespace; every language has the same names as English. */
export type Messages = typeof messages

export type Namespace = keyof Messages

declare module "use-intl" {
  interface AppConfig {
    Locale: WrittenLocale
    Messages: Messages
  }
}
