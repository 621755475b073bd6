import "server-only"
import { sessionContract, sessionsContract } from "../../contract"
import { isSessionError, type SessionReader, type Sessions } from "../../session"
import { cookieJar } from "../app"
import { type BoundRoute, bindRoutes } from "../http/routes"

/** Who is signed in, for pages; where that cannot be told, `shared_state_unavailable`. */
export const sessionRoutes = (
  readSession: SessionReader,
  { isDemo }: { readonly isDemo: boolean },
): readonly BoundRoute[] =>
  bindRoutes(sessionContract, {
    async readSession({ request }) {
      try {
        const read = await readSession(cookieJar(request))
        const session = read && { ...read, isDemo }
        return { session: session ?? null, isUnconfirmed: false }
      } catch (error) {
        if (isSessionError(error) && error.code === "identity_unreachable")
          return { session: null, isUnconfirmed: true }
        throw error
      }
    },
  })

/** Ends sessions, of the person who asks or of another; answers how many there were. */
export const sessionsRoutes = (sessions: Pick<Sessions, "endAll">): readonly BoundRoute[] =>
  bindRoutes(sessionsContract, {
    endMySessions: async ({ session }) => ({ ended: await sessions.endAll(session.sub) }),

    endPersonsSessions: async ({ parameters: { person } }) => ({
      ended: await sessions.endAll(person),
    }),
  })
