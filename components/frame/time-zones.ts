import { createContext, useContext, useEffect, useSyncExternalStore } from "react"
import { writeCookie } from "@/components/frame/use-choice"
import { browserTimeZoneCookie, type TimeZones, zoneInForce } from "@/lib/client"

/** The reader's time zones from the request. */
export const ZonesContext = createContext<TimeZones>({})

export const useZones = () => useContext(ZonesContext)

const unchanging = () => () => {}

/** The browser's time zone. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The display time zone: the chosen one, else the browser's, which later requests carry. */
export function useTimeZoneInForce({ chosen, browser }: TimeZones): string {
  const told = zoneInForce({ ...(browser && { browser }) })
  const own = useSyncExternalStore(unchanging, browserTimeZone, () => told)
  useEffect(() => {
    if (own !== browser) writeCookie(browserTimeZoneCookie, own)
  }, [own, browser])
  return chosen ?? own
}
