import "server-only"
import { catalogues } from "./catalogues"
import { readLocale } from "./read-locale"

/** The catalogue with its titles and notes in the request's language. */
export const readCatalogue = async () => catalogues[await readLocale()]
