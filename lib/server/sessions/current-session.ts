import "server-only"
import { type CookieJar, isSessionError, type Session, type SessionReader } from "../../session"
import { BffError } from "../http/problem"

const unconfirmed =
  "The identity provider has not answered for ten minutes, so your session cannot be confirmed. Try again in a moment, or sign in again."

function refuse(error: unknown): never {
  if (!isSessionError(error)) throw error
  throw error.code === "identity_unreachable"
    ? new BffError("unauthenticated", { detail: unconfirmed })
    : new BffError("shared_state_unavailable", { retryAfter: 5 })
}

/** Reads sessions for the pipeline: one that can be neither confirmed nor denied is a `BffError`, 401 with a sentence or 503. */
export function createCurrentSession(
  readCookies: SessionReader,
): (jar: CookieJar, options?: { readonly use?: boolean }) => Promise<Session | undefined> {
  return (jar, options) => readCookies(jar, options).catch(refuse)
}
