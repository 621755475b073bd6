import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import type { CookieJar, Session } from "../../session"
import type { LogEntry } from "./log"
import { type RequestTarget, splitTarget } from "./request-target"

/**
 * How a request arrived: its address as sent, if the mount knows it more precisely than the
 * request's URL.
 */
export interface Arrival {
  readonly target?: string
  /** The mount passes compressed bodies through. */
  readonly encodes?: boolean
}

/** The request's log entry, still mutable. */
export type Entry = { -readonly [K in keyof LogEntry]: LogEntry[K] }

/** Per-request context in Hono. */
export interface AppEnv {
  Bindings: Arrival
  Variables: {
    /** The id in the response and the log entry. */
    requestId: string
    entry: Entry
    /** Whether the request is only logged on failure. */
    isQuiet: boolean | undefined
    /** Set once the person is known. */
    session: Session | undefined
  }
}

export type AppContext = Context<AppEnv>

/** Path and query, undecoded. */
export const targetOf = (c: AppContext): RequestTarget => splitTarget(c.env?.target ?? c.req.url)

export const cookiesOf = (c: AppContext): CookieJar => ({
  get(name) {
    const value = getCookie(c, name)
    return value === undefined ? undefined : { value }
  },
})
