import "server-only"
import { createFormatter } from "use-intl/core"
import { readRequestZones } from "../read-request-zones"
import { zoneInForce } from "../time-zone"
import { readLocale } from "./read-locale"

/** Writes numbers and times in the request's language and time zone. */
export const readFormatter = async () =>
  createFormatter({
    locale: await readLocale(),
    timeZone: zoneInForce(await readRequestZones()),
  })
