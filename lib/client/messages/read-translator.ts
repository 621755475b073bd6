import "server-only"
import type { Namespace } from "./messages"
import { readLocale } from "./read-locale"
import { translator } from "./translator"

/** The texts of a namespace in the request's language: `const t = await readTranslator("frame")` in server components. */
export const readTranslator = async <N extends Namespace>(namespace: N) =>
  translator(await readLocale(), namespace)
