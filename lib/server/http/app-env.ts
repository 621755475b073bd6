import type { Context } from "hono"
import { getCookie } from "hono/cookie"
import type { CookieJar, Session } from "../../session"
import type { LogEntry } from "./log"
import { type RequestTarget, splitTarget } from "./request-target"

/** How a request came: its address as its client wrote it, where its mount knows that better than the request's URL. */
export interface Arrival {
  readonly target?: string
  /** The mount sends compressed bodies on as they are. */
  readonly encodes?: boolean
}

/** A request's line in the log while it is being written. */
export type Entry = { -readonly [K in keyof LogEntry]: LogEntry[K] }

/** What Hono carries with each request. */
export interface AppEnv {
  Bindings: Arrival
  Variables: {
    /** The id that the answer and the log's line have. */
    requestId: string
    entry: Entry
    /** Whether the log has a line only where it fails. */
    isQuiet: boolean | undefined
    /** Set once it is known who asks. */
    session: Session | undefined
  }
}

export type AppContext = Context<AppEnv>

/** Path and query as they were written. */
export const targetOf = (c: AppContext): RequestTarget => splitTarget(c.env?.target ?? c.req.url)

/** The cookies of a request. */
export const cookiesOf = (c: AppContext): CookieJar => ({
  get(name) {
    const value = getCookie(c, name)
    return value === undefined ? undefined : { value }
  },
})
