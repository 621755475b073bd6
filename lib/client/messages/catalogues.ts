import "server-only"
import { type Catalogue, catalogue } from "@/lib/catalogue"
import da from "./da/operations.json"
import de from "./de/operations.json"
import en from "./en/operations.json"
import type { Locale } from "./locale"
import { translateCatalogue } from "./translate-catalogue"

/** The platform's API with its titles and notes in each language, for what people read; where English has none, the catalogue's own stay, which name things as the API does. */
export const catalogues: Readonly<Record<Locale, Catalogue>> = {
  en: translateCatalogue(catalogue, en),
  da: translateCatalogue(catalogue, da),
  de: translateCatalogue(catalogue, de),
}
