import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

/** How many sessions were ended. */
const answer = z.strictObject({ ended: z.int().min(0) })

const ownSession = z.strictObject({
  /** Identifies the session without granting access. */
  handle: z.string(),
  /** The browser's user agent at sign-in. Null if unknown. */
  userAgent: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  /** When it was last used, to within half a minute. */
  usedAt: z.iso.datetime(),
  /** Whether it made this request. */
  isCurrent: z.boolean(),
})
/** One of a person's own sessions. */
export type OwnSession = Immutable<z.output<typeof ownSession>>

const signedInPerson = z.strictObject({
  /** The person's `sub` at the identity. */
  person: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  sessions: z.int().min(1),
  /** When one of the sessions was last used. */
  usedAt: z.iso.datetime(),
})
/** A person who is signed in, with their number of sessions. */
export type SignedInPerson = Immutable<z.output<typeof signedInPerson>>

/** Listing and ending sessions: one's own or, for administrators, others'. */
export const sessionsContract = {
  readMySessions: defineRoute({
    name: "read-my-sessions",
    method: "GET",
    path: "/api/sessions",
    summary: "Read one's own sessions, the last used first",
    permission: "signed-in",
    scope: "none",
    answer: z.strictObject({ sessions: z.array(ownSession) }),
    problems: [],
  }),
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
  endMyOtherSessions: defineRoute({
    name: "end-my-other-sessions",
    method: "DELETE",
    path: "/api/sessions/own/others",
    summary: "End all of one's own sessions but this one",
    permission: "signed-in",
    scope: "none",
    answer,
    problems: [],
  }),
  endMySession: defineRoute({
    name: "end-my-session",
    method: "DELETE",
    path: "/api/sessions/own/{session}",
    summary: "End one of one's own sessions",
    permission: "signed-in",
    scope: "none",
    /** The session's handle. */
    parameters: z.object({ session: z.string() }),
    answer,
    problems: ["not_found"],
  }),
  findSignedInPeople: defineRoute({
    name: "find-signed-in-people",
    method: "POST",
    path: "/api/sessions/people/lookup",
    summary: "Find people who are signed in, and how many sessions they have",
    permission: "sessions:write",
    scope: "none",
    body: z.strictObject({
      /** The identity's id of a person, or part of their name or e-mail. */
      text: z.string().regex(/^[^\0\p{Surrogate}]{1,255}$/u, "must have 1 to 255 characters"),
    }),
    answer: z.strictObject({
      /** Last used first, at most 20. */
      people: z.array(signedInPerson),
      hasMore: z.boolean(),
    }),
    problems: [],
  }),
  endPersonsSessions: defineRoute({
    name: "end-persons-sessions",
    method: "DELETE",
    path: "/api/sessions/{person}",
    summary: "End all sessions of a person",
    permission: "sessions:write",
    scope: "none",
    /** The person's `sub` at the identity. */
    parameters: z.object({ person: z.string() }),
    answer,
    problems: [],
  }),
  endEverybodysSessions: defineRoute({
    name: "end-everybodys-sessions",
    method: "DELETE",
    path: "/api/sessions/people/all",
    summary: "End everybody's sessions but this one",
    permission: "sessions:write",
    scope: "none",
    answer,
    problems: [],
  }),
}
