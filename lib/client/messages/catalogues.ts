import "server-only"
import { type Catalogue, catalogue } from "@/lib/catalogue"
import da from "./da/operations.json"
import de from "./de/operations.json"
import en from "./en/operations.json"
import type { Locale } from "./locale"
import { translateCatalogue } from "./translate-catalogue"

/**
 * The platform's API with titles and notes in each language, for display. Texts that are missing in
 * English stay as in the catalogue, which uses the API's names.
 */
export const catalogues: Readonly<Record<Locale, Catalogue>> = {
  en: translateCatalogue(catalogue, en),
  da: translateCatalogue(catalogue, da),
  de: translateCatalogue(catalogue, de),
}
