import "server-only"
import { cookies } from "next/headers"
import { cache } from "react"
import { readTimeZones } from "@/lib/client"

/** The time zones of the current request. */
export const readRequestZones = cache(async () => {
  const sent = await cookies()
  return readTimeZones((name) => sent.get(name)?.value)
})
