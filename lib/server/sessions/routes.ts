import "server-only"
import { sessionContract, sessionsContract } from "../../contract"
import { type CookieJar, isSessionError, type SessionReader } from "../../session"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { Sessions } from "./sessions"

type ReadId = (jar: CookieJar) => string | undefined

/** The signed-in person, for pages; `shared_state_unavailable` if that cannot be determined. */
export const sessionRoutes = (
  readSession: SessionReader,
  sessions: Pick<Sessions, "isSignInDue">,
  readId: ReadId,
  { isDemo }: { readonly isDemo: boolean },
): readonly BoundRoute[] =>
  bindRoutes(sessionContract, {
    async readSession({ cookies }) {
      try {
        const session = await readSession(cookies)
        if (session)
          return { session: { ...session, isDemo }, isUnconfirmed: false, isSignInDue: false }
        const id = readId(cookies)
        const isSignInDue = id !== undefined && (await sessions.isSignInDue(id))
        return { session: null, isUnconfirmed: false, isSignInDue }
      } catch (error) {
        if (isSessionError(error) && error.code === "identity_unreachable")
          return { session: null, isUnconfirmed: true, isSignInDue: false }
        throw error
      }
    },
  })

const maxPeople = 20

/**
 * A person's own sessions, and other people's for administrators: lists and ends them; `readId`
 * reads the session id of a request.
 */
export const sessionsRoutes = (
  sessions: Pick<
    Sessions,
    "endAll" | "endEverybody" | "endOthers" | "endOwn" | "findPeople" | "list"
  >,
  readId: ReadId,
): readonly BoundRoute[] =>
  bindRoutes(sessionsContract, {
    async readMySessions({ session, cookies }) {
      const current = readId(cookies)
      const own = await sessions.list(session.sub)
      return {
        sessions: own.map(({ id, ...use }) => ({ ...use, handle: id, isCurrent: id === current })),
      }
    },

    endMySessions: async ({ session }) => ({ ended: await sessions.endAll(session.sub) }),

    endMyOtherSessions: async ({ session, cookies }) => ({
      ended: await sessions.endOthers(session.sub, readId(cookies)),
    }),

    async endMySession({ session, parameters }) {
      if (!(await sessions.endOwn(session.sub, parameters.session)))
        throw new BffError("not_found", { detail: "There is no such session." })
      return { ended: 1 }
    },

    async findSignedInPeople({ body: { text } }) {
      const found = await sessions.findPeople(text, maxPeople + 1)
      return { people: found.slice(0, maxPeople), hasMore: found.length > maxPeople }
    },

    endPersonsSessions: async ({ parameters: { person } }) => ({
      ended: await sessions.endAll(person),
    }),

    endEverybodysSessions: async ({ cookies }) => ({
      ended: await sessions.endEverybody(readId(cookies)),
    }),
  })
