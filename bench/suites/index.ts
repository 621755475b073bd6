import type { Suite } from "../suite"
import { bff } from "./bff"
import { governor } from "./governor"
import { service } from "./service"

/** Every suite by the name under which it is run. */
export const suites: { readonly [name: string]: Suite } = { bff, governor, service }
