import { readFileSync } from "node:fs"
import { catalogue } from "@/lib/catalogue"
import { translateCatalogue } from "@/lib/client/messages/translate-catalogue"

const texts = new URL("../lib/client/messages/en/operations.json", import.meta.url)

/** The catalogue with the English titles that pages show. */
export const shownCatalogue = translateCatalogue(catalogue, JSON.parse(readFileSync(texts, "utf8")))
