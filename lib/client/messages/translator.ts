import { createTranslator } from "use-intl/core"
import { locale, type Messages, messages, type Namespace } from "./en"

/** The texts of a namespace outside React's client tree, as in server components. */
export const translator = <N extends Namespace>(namespace: N) =>
  createTranslator<Messages, N>({ locale, messages, namespace })
