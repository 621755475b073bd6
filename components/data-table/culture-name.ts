import type { WrittenLocale } from "@/lib/client/messages"

/** A culture code as a language's name in the reader's language, `da-DK` → "Danish (Denmark)"; what is no code stays as it is. */
export function cultureName(locale: WrittenLocale, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language", fallback: "code" }).of(code) ?? code
  } catch {
    return code
  }
}
