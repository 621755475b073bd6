import "server-only"
import { sessionsContract } from "../../contract"
import type { Sessions } from "../../session"
import { type BoundRoute, bindRoutes } from "../http/routes"

/** Ends sessions, of the person who asks or of another; answers how many there were. */
export const sessionsRoutes = (sessions: Pick<Sessions, "endAll">): readonly BoundRoute[] =>
  bindRoutes(sessionsContract, {
    endMySessions: async ({ session }) => ({ ended: await sessions.endAll(session.sub) }),

    endPersonsSessions: async ({ parameters: { person } }) => ({
      ended: await sessions.endAll(person),
    }),
  })
