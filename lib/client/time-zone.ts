import { isTimeZone } from "@/lib/catalogue"
import { readChoice } from "./choice-cookie"

/** The cookie of a person's choice; without it the browser's zone is in force. */
export const timeZoneCookie = "time-zone"

/** The cookie in which the browser tells its own zone, so that the server renders times as the browser will. */
export const browserTimeZoneCookie = "browser-time-zone"

/** What a request tells of its reader's time zone; values that name none are passed over. */
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

/** The zone in which a request's times are written: the chosen one, else the browser's, else UTC. */
export const zoneInForce = ({ chosen, browser }: TimeZones): string => chosen ?? browser ?? "UTC"
