import { z } from "zod"
import { defineRoute } from "./route"

/** How many sessions were ended. */
const answer = z.strictObject({ ended: z.int().min(0) })

/** Ending sessions in every browser at once. */
export const sessionsContract = {
  endMySessions: defineRoute({
    name: "end-my-sessions",
    method: "DELETE",
    path: "/api/sessions",
    summary: "End all of one's own sessions, this one too",
    permission: "signed-in",
    scope: "none",
    answer,
    problems: [],
  }),
  endPersonsSessions: defineRoute({
    name: "end-persons-sessions",
    method: "DELETE",
    path: "/api/sessions/{person}",
    summary: "End all sessions of a person",
    permission: "sessions:write",
    scope: "none",
    /** The person's `sub`, as the identity names them. */
    parameters: z.object({ person: z.string() }),
    answer,
    problems: [],
  }),
}
