import "server-only"
import type { NextAuthOptions } from "next-auth"
import { requestIdOf } from "../../http-limits"
import { tlsFaultOf } from "../../platform"
import {
  authOptions,
  type CookieJar,
  type Discover,
  readSessionId,
  type SessionConfig,
  type SignInSessions,
} from "../../session"
import type { Audit } from "../audit/audit"
import { problemResponse } from "../http/answers"
import { readCaller } from "../http/caller-address"
import type { Log } from "../http/log"
import { BffError } from "../http/problem"

export interface AuthParts {
  readonly config: SessionConfig
  readonly sessions: SignInSessions
  readonly discover: Discover
  readonly audit: Audit
  readonly log: Log
}

/**
 * A request for one of next-auth's own paths: its cookies, origin and action (`signin`, `callback`,
 * …).
 */
export interface AuthRequest {
  readonly cookies: CookieJar
  readonly headers: Headers
  readonly method: string
  readonly action: string | undefined
}

/** Calls next-auth with its options for a request's cookies. */
export type AnswerAuth = (
  request: AuthRequest,
  ask: (options: NextAuthOptions) => Promise<Response>,
) => Promise<Response>

const signInActions = ["signin", "callback"]

/** Maps a library's sign-in error to one of our codes; its text may come from an attacker. */
const faultCodes: readonly (readonly [RegExp, string])[] = [
  [/access_denied/, "denied_by_identity"],
  [
    /cookie was missing|checks\.\w+ argument is missing|missing from the response/,
    "no_sign_in_begun",
  ],
  [/state mismatch|nonce mismatch|invalid_state/, "wrong_state"],
  [/invalid_grant/, "code_refused"],
  [/invalid_client/, "client_refused"],
  [/someone else/, "other_person"],
  [/ECONN|ENOTFOUND|EAI_AGAIN|timed out|timeout/i, "identity_unreachable"],
  [/store_unavailable/, "store_unavailable"],
]

const codeOfFault = ({ code, reason = "" }: { code: string; reason?: string }) =>
  faultCodes.find(([pattern]) => pattern.test(reason))?.[1] ?? code.toLowerCase().slice(0, 80)

/** next-auth redirects a form without its token back to the sign-in page. */
const isForged = (answer: Response) =>
  new URLSearchParams(answer.headers.get("location")?.split("?")[1]).get("csrf") === "true"

/**
 * Returns next-auth's response; a sign-out that could not be stored says so. Records sign-ins,
 * including failed ones, and sign-outs.
 */
export function createAnswerAuth({
  config,
  sessions,
  discover,
  audit,
  log,
}: AuthParts): AnswerAuth {
  /**
   * The identity's discovery document; undefined if unavailable, in which case sign-in reports a
   * failure.
   */
  const discoverIdentity = () =>
    discover().catch((error: unknown) => {
      const reason = tlsFaultOf(error) ?? (error instanceof Error ? error.message : typeof error)
      log.error({ code: "discovery", reason }, "sign-in")
      return undefined
    })

  /** A session must not exist without its audit event. */
  const recordStarts = (
    origin: { address: string | undefined; requestId: string },
    userAgent: string | undefined,
  ): SignInSessions => ({
    read: sessions.read,
    async start(signIn, id, replaced) {
      const session = await sessions.start({ ...signIn, userAgent }, id, replaced)
      try {
        await audit.require({ kind: "signed_in", details: {}, session, ...origin })
      } catch (error) {
        await sessions.end(id).catch(() => {})
        throw error
      }
      return session
    },
    async end(id) {
      const session = await sessions.read(id, false).catch(() => undefined)
      await sessions.end(id)
      if (session) await audit.record({ kind: "signed_out", details: {}, session, ...origin })
    },
  })

  return async ({ cookies, headers, method, action = "" }, ask) => {
    let isSignOutStored = true
    let fault: string | undefined
    const requestId = requestIdOf(headers.get("x-request-id"))
    const origin = { address: readCaller(headers), requestId }
    const isSigningIn = signInActions.includes(action)
    const discovery = isSigningIn ? await discoverIdentity() : undefined
    const options = authOptions(config, {
      sessions: recordStarts(origin, headers.get("user-agent") ?? undefined),
      log: {
        error(entry, message) {
          fault ??= codeOfFault(entry)
          log.error(entry, message)
        },
      },
      ...(isSigningIn && { discovery }),
      current: readSessionId(cookies, config),
      onSignOutFault() {
        isSignOutStored = false
      },
    })
    const answer = await ask(options)
    if (method === "POST" && isForged(answer)) fault = "forged_form"
    if (fault !== undefined && (isSigningIn || fault === "forged_form"))
      await audit.record({
        kind: "sign_in_failed",
        outcome: "failed",
        details: { code: discovery || !isSigningIn ? fault : "identity_unreachable" },
        ...origin,
      })
    return isSignOutStored
      ? answer
      : problemResponse(new BffError("sign_out_not_stored", { retryAfter: 5 }), requestId)
  }
}
