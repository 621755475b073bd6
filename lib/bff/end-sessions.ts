import "server-only"
import { mayWrite, type Sessions } from "../session"
import type { OwnRoute } from "./own-routes"
import { BffError } from "./problem"

/** Ends all sessions of the person who asks, this one too; answers how many there were. */
export const endMySessions = (sessions: Sessions): OwnRoute => ({
  name: "end-my-sessions",
  method: "DELETE",
  permit: () => {},
  answer: async ({ sub }) => ({ ended: await sessions.endAll(sub) }),
})

/** Ends all sessions of the person with this `sub`; for administrators. */
export const endPersonsSessions = (sessions: Sessions, person: string): OwnRoute => ({
  name: "end-persons-sessions",
  method: "DELETE",
  permit({ roles }) {
    const permission = "sessions:write"
    if (!mayWrite(roles))
      throw new BffError("forbidden", {
        permission,
        detail: `Your role does not have the permission ${permission}. An administrator can give it.`,
      })
  },
  answer: async () => ({ ended: await sessions.endAll(person) }),
})
