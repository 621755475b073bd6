import "server-only"
import { type Catalogue, catalogue } from "@/lib/catalogue"
import da from "./da/operations.json"
import de from "./de/operations.json"
import type { Locale } from "./locale"
import { translateCatalogue } from "./translate-catalogue"

/** The platform's API with its titles and notes in each language, for what people read; its own texts are English. */
export const catalogues: Readonly<Record<Locale, Catalogue>> = {
  en: catalogue,
  da: translateCatalogue(catalogue, da),
  de: translateCatalogue(catalogue, de),
}
