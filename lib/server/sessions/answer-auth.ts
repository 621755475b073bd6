import "server-only"
import { randomUUID } from "node:crypto"
import type { NextAuthOptions } from "next-auth"
import {
  authOptions,
  type CookieJar,
  type Discover,
  hasForeignToken,
  readSessionId,
  type SessionConfig,
  type Sessions,
  signInSecret,
} from "../../session"
import { printProblem } from "../http/answers"
import type { Log } from "../http/log"
import { BffError } from "../http/problem"

export interface AuthParts {
  readonly config: SessionConfig
  readonly sessions: Sessions
  readonly discover: Discover
  readonly log: Log
}

/** Asks next-auth with its options for a request's cookies. */
export type AnswerAuth = (
  jar: CookieJar,
  action: string | undefined,
  request: (options: NextAuthOptions) => Promise<Response>,
) => Promise<Response>

const signInActions = ["signin", "callback"]

/** What next-auth answers; a sign-out that could not be stored says so. */
export function createAnswerAuth({ config, sessions, discover, log }: AuthParts): AnswerAuth {
  /** The identity's document, undefined where none is to be had; then sign-in says that it failed. */
  const discoverIdentity = () =>
    discover().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : typeof error
      log.error({ code: "discovery", reason }, "sign-in")
      return undefined
    })

  const refuse = (error: BffError) => printProblem(error, randomUUID()).toResponse()

  return async (jar, action, request) => {
    if (hasForeignToken(jar, config)) return refuse(new BffError("malformed_request"))
    let isSignOutStored = true
    const options = authOptions(config, {
      sessions,
      log,
      ...(signInActions.includes(action ?? "") && { discovery: await discoverIdentity() }),
      signInSecret: await signInSecret(jar, config),
      current: await readSessionId(jar, config),
      onSignOutFault() {
        isSignOutStored = false
      },
    })
    const answer = await request(options)
    return isSignOutStored ? answer : refuse(new BffError("sign_out_not_stored", { retryAfter: 5 }))
  }
}
