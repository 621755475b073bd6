import { z } from "zod"
import { roles } from "../catalogue"
import { defineRoute } from "./route"

/** A signed-in person, as pages see them. */
const session = z.strictObject({
  sub: z.string(),
  name: z.string().exactOptional(),
  email: z.string().exactOptional(),
  roles: z.array(z.enum(roles)),
  /** The identity sent no groups, because they are too many. */
  lacksGroups: z.literal(true).exactOptional(),
  /** When it ends at the latest, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** The embedded identity has signed them in, whose demo accounts everybody knows. */
  isDemo: z.boolean(),
})

/** Who is signed in. */
export const sessionContract = {
  readSession: defineRoute({
    name: "read-session",
    method: "GET",
    path: "/api/session",
    summary: "Read who is signed in, null for nobody",
    permission: "public",
    scope: "none",
    answer: z.strictObject({
      session: session.nullable(),
      /** The identity has not confirmed the session for so long that it does not count. */
      isUnconfirmed: z.boolean(),
      /** The session was in use and is over because the identity gave no refresh token: signing in again may need no word. */
      isSignInDue: z.boolean(),
    }),
    problems: ["shared_state_unavailable"],
  }),
}
