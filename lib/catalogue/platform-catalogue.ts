import type { Catalogue } from "./catalogue"
import { containers } from "./containers"
import { operations } from "./operations"
import { records } from "./records"

/** The platform's API (specification 2 and 4): 18 records, 22 operations. */
export const catalogue: Catalogue = { records, containers, operations }
