import { isTimeZone } from "@/lib/catalogue"
import { readChoice } from "./choice-cookie"

/** The cookie with a person's choice; without it the browser's zone applies. */
export const timeZoneCookie = "time-zone"

/** The cookie with the browser's own zone, so that the server renders times as the browser will. */
export const browserTimeZoneCookie = "browser-time-zone"

/** The reader's time zones in a request; unknown zones are ignored. */
export interface TimeZones {
  readonly chosen?: string
  readonly browser?: string
}

export const readTimeZones = (cookieOf: (name: string) => string | undefined): TimeZones => {
  const [chosen, browser] = [timeZoneCookie, browserTimeZoneCookie].map((name) =>
    readChoice(name, cookieOf),
  )
  return {
    ...(isTimeZone(chosen) && { chosen }),
    ...(isTimeZone(browser) && { browser }),
  }
}

/** The display zone of a request: the chosen one, else the browser's, else UTC. */
export const zoneInForce = ({ chosen, browser }: TimeZones): string => chosen ?? browser ?? "UTC"
