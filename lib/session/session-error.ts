/** Why it cannot be told whether a session lives: the identity has not answered for ten minutes, or the store does not answer. */
export type SessionErrorCode = "identity_unreachable" | "store_unavailable"

/** A session that can be neither confirmed nor denied at the moment; the person is not signed out by it. */
export class SessionError extends Error {
  override name = "SessionError"

  constructor(
    readonly code: SessionErrorCode,
    cause?: unknown,
  ) {
    super(code, { cause })
  }
}

/** True for a `SessionError` of any copy of this module: Next bundles one for pages and one for handlers. */
export const isSessionError = (error: unknown): error is SessionError =>
  error instanceof Error && error.name === "SessionError" && "code" in error
