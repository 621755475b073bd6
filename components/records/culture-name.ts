import { locale } from "@/lib/client/messages"

const names = new Intl.DisplayNames(locale, { type: "language", fallback: "code" })

/** A culture code as a language's name, `da-DK` → "Danish (Denmark)"; what is no code stays as it is. */
export function cultureName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
