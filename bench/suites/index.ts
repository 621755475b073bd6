import type { Suite } from "../suite"
import { answers } from "./answers"
import { attacks } from "./attacks"
import { bff } from "./bff"
import { citus } from "./citus"
import { companies } from "./companies"
import { day } from "./day"
import { exporting } from "./export"
import { firstStart } from "./first-start"
import { governor } from "./governor"
import { home } from "./home"
import { kpi, kpiParts } from "./kpi"
import { load } from "./load"
import { peers, peersParts } from "./peers"
import { quota, quotaParts } from "./quota"
import { service } from "./service"
import { slopes } from "./slopes"
import { ui } from "./ui"
import { year } from "./year"

/** Every suite by the name under which it is run. */
export const suites: { readonly [name: string]: Suite } = {
  answers,
  attacks,
  bff,
  citus,
  companies,
  day,
  export: exporting,
  governor,
  home,
  kpi,
  load,
  peers,
  quota,
  service,
  slopes,
  ui,
}

/** What is also part of a suite, and runs by itself only where it is named. */
export const parts: { readonly [name: string]: Suite } = {
  "first-start": firstStart,
  ...kpiParts,
  ...peersParts,
  ...quotaParts,
  year,
}
