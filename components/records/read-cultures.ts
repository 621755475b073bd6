import type { Row } from "@/lib/catalogue"
import { readLocale } from "@/lib/client/messages/read-locale"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { cultureName } from "../data-table/culture-name"
import { textAt } from "./read-field"

export interface NamedCulture {
  /** Told apart from all others, also where no or the same code is given. */
  readonly culture: string
  readonly name: string
  /** The code, where it names a language. */
  readonly language?: string
  readonly entry: Row
}

function isLanguage(code: string | undefined): code is string {
  try {
    return code !== undefined && Intl.getCanonicalLocales(code).length > 0
  } catch {
    return false
  }
}

/** The entries of a record with the languages that they are in, in the request's language. */
export async function readCultures(
  entries: readonly Row[],
  field: "culture" | "cultureCode",
): Promise<NamedCulture[]> {
  const [t, own] = [await readTranslator("records"), await readLocale()]
  const seen = new Set<string>()
  return entries.map((entry, index) => {
    const code = textAt(entry, field)
    const culture = code === undefined || seen.has(code) ? `${code ?? "x"}-x-${index}` : code
    seen.add(culture)
    return {
      culture,
      entry,
      name: code ? cultureName(own, code) : t("noLanguage"),
      ...(isLanguage(code) && { language: code }),
    }
  })
}
