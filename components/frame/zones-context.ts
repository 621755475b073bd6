import { createContext, useContext } from "react"
import type { TimeZones } from "@/lib/client"

/** What the request told of its reader's time zones. */
export const ZonesContext = createContext<TimeZones>({})

export const useZones = () => useContext(ZonesContext)
