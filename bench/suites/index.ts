import type { Suite } from "../suite"
import { answers } from "./answers"
import { bff } from "./bff"
import { day } from "./day"
import { firstStart } from "./first-start"
import { home } from "./home"
import { kpi, kpiParts } from "./kpi"
import { peers, peersParts } from "./peers"
import { quota, quotaParts } from "./quota"
import { service } from "./service"
import { ui } from "./ui"

/** Every suite by the name that runs it. */
export const suites: { readonly [name: string]: Suite } = {
  answers,
  bff,
  day,
  home,
  kpi,
  peers,
  quota,
  service,
  ui,
}

/** Parts of suites, which run separately only if they are named. */
export const parts: { readonly [name: string]: Suite } = {
  "first-start": firstStart,
  ...kpiParts,
  ...peersParts,
  ...quotaParts,
}
