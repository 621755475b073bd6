import { z } from "zod"
import { roles } from "../catalogue"
import { defineRoute } from "./route"

/** A signed-in person, as pages see them. */
const session = z.strictObject({
  sub: z.string(),
  name: z.string().exactOptional(),
  email: z.string().exactOptional(),
  roles: z.array(z.enum(roles)),
  /** The identity omitted groups, because there are too many. */
  lacksGroups: z.literal(true).exactOptional(),
  /** Latest end, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** Signed in by the embedded identity, whose demo accounts are public. */
  isDemo: z.boolean(),
})

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
      /**
       * The session was in use and ended because the identity gave no refresh token. Signing in
       * again may need no password.
       */
      isSignInDue: z.boolean(),
    }),
    problems: ["shared_state_unavailable"],
  }),
}
