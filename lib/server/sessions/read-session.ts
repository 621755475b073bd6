import "server-only"
import { sessionContract } from "../../contract"
import { createSessionReader, type SessionConfig, type Sessions } from "../../session"
import { cookieJar, type ReadSession } from "../app"
import { isBffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { createCurrentSession } from "./current-session"

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
