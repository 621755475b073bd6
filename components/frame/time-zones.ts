import { createContext, useContext, useEffect, useSyncExternalStore } from "react"
import { writeCookie } from "@/components/frame/use-choice"
import { browserTimeZoneCookie, type TimeZones, zoneInForce } from "@/lib/client"

/** What the request says of its reader's time zones. */
export const ZonesContext = createContext<TimeZones>({})

export const useZones = () => useContext(ZonesContext)

const unchanging = () => () => {}

/** The zone that the browser is set to. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone in which times are written: the chosen one, else the browser's, which later requests carry. */
export function useTimeZoneInForce({ chosen, browser }: TimeZones): string {
  const told = zoneInForce({ ...(browser && { browser }) })
  const own = useSyncExternalStore(unchanging, browserTimeZone, () => told)
  useEffect(() => {
    if (own !== browser) writeCookie(browserTimeZoneCookie, own)
  }, [own, browser])
  return chosen ?? own
}
