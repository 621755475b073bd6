import "server-only"
import { sessionContract, sessionsContract } from "../../contract"
import {
  type CookieJar,
  isSessionError,
  type SessionReader,
  type Sessions,
  sessionHandle,
} from "../../session"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"

/** Who is signed in, for pages; where that cannot be told, `shared_state_unavailable`. */
export const sessionRoutes = (
  readSession: SessionReader,
  { isDemo }: { readonly isDemo: boolean },
): readonly BoundRoute[] =>
  bindRoutes(sessionContract, {
    async readSession({ cookies }) {
      try {
        const read = await readSession(cookies)
        const session = read && { ...read, isDemo }
        return { session: session ?? null, isUnconfirmed: false }
      } catch (error) {
        if (isSessionError(error) && error.code === "identity_unreachable")
          return { session: null, isUnconfirmed: true }
        throw error
      }
    },
  })

const maxPeople = 20

/** A person's own sessions and their end, and for administrators those of others; `readId` reads the id of a request's session. */
export const sessionsRoutes = (
  sessions: Pick<
    Sessions,
    "endAll" | "endEverybody" | "endOthers" | "endOwn" | "findPeople" | "list"
  >,
  readId: (jar: CookieJar) => Promise<string | undefined>,
): readonly BoundRoute[] => {
  return bindRoutes(sessionsContract, {
    async readMySessions({ session, cookies }) {
      const id = await readId(cookies)
      const current = id && sessionHandle(id)
      const own = await sessions.list(session.sub)
      return { sessions: own.map((each) => ({ ...each, isCurrent: each.handle === current })) }
    },

    endMySessions: async ({ session }) => ({ ended: await sessions.endAll(session.sub) }),

    endMyOtherSessions: async ({ session, cookies }) => ({
      ended: await sessions.endOthers(session.sub, await readId(cookies)),
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
      ended: await sessions.endEverybody(await readId(cookies)),
    }),
  })
}
