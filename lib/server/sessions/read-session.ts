import "server-only"
import { sessionContract } from "../../contract"
import {
  type CookieJar,
  createSessionReader,
  isSessionError,
  type Session,
  type SessionConfig,
  type SessionReader,
  type Sessions,
} from "../../session"
import { cookieJar, type ReadSession } from "../app"
import { BffError, isBffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"

const unconfirmed =
  "The identity provider has not answered for ten minutes, so your session cannot be confirmed. Try again in a moment, or sign in again."

function refuse(error: unknown): never {
  if (!isSessionError(error)) throw error
  throw error.code === "identity_unreachable"
    ? new BffError("unauthenticated", { detail: unconfirmed })
    : new BffError("shared_state_unavailable", { retryAfter: 5 })
}

/** Reads sessions for the pipeline: one that can be neither confirmed nor denied is a `BffError`, 401 with a sentence or 503. */
export function createCurrentSession(
  readCookies: SessionReader,
): (jar: CookieJar, options?: { readonly use?: boolean }) => Promise<Session | undefined> {
  return (jar, options) => readCookies(jar, options).catch(refuse)
}

/** Reads who is signed in; each session is remembered for a moment. */
export const openSessionReader = (config: SessionConfig, sessions: Sessions): ReadSession =>
  createCurrentSession(createSessionReader({ config, sessions, timer: () => performance.now() }))

/** Who is signed in, for pages; where that cannot be told, `shared_state_unavailable`. */
export const sessionRoutes = (readSession: ReadSession): readonly BoundRoute[] =>
  bindRoutes(sessionContract, {
    async readSession({ request }) {
      try {
        const session = await readSession(cookieJar(request))
        return { session: session ?? null, isUnconfirmed: false }
      } catch (error) {
        if (isBffError(error) && error.code === "unauthenticated")
          return { session: null, isUnconfirmed: true }
        throw error
      }
    },
  })
