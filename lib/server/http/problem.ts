import { isWorkspaceError, type Problem, type WorkspaceProblem } from "../../catalogue"
import { type ProblemCode, problems } from "../../contract/problems"
import { isDatabaseError, isOverdue } from "../../db"
import { isUpstreamError } from "../../platform"
import { isSessionError, type SessionError } from "../../session"
import type { EditVerdict } from "../edits/table"

export interface BffErrorParts {
  readonly detail?: string
  readonly errors?: readonly Problem[]
  /** Seconds. */
  readonly retryAfter?: number
  /** The methods that the path supports. */
  readonly allow?: readonly string[]
  /** The missing permission: `kpis:read`. */
  readonly permission?: string
  /** What the record shows if the outcome of a change is unknown. */
  readonly verdict?: EditVerdict
  /** The edit that was not applied or whose outcome is unknown. */
  readonly editId?: string
}

/** An error of the dashboard's API, sent as a problem response. */
export class BffError extends Error {
  override name = "BffError"

  constructor(
    readonly code: ProblemCode,
    readonly parts: BffErrorParts = {},
  ) {
    super(code)
  }
}

/**
 * True for a `BffError` from any copy of this module: Next bundles separate ones for pages and
 * handlers.
 */
export const isBffError = (error: unknown): error is BffError =>
  error instanceof Error && error.name === "BffError" && "code" in error

/** Converts a workspace file's faults to problems, at most 1,000. */
export const toErrors = (problems: readonly WorkspaceProblem[]): Problem[] =>
  problems.slice(0, 1000).map(({ path, ...faulty }) => ({ parameter: path, ...faulty }))

/** Returns the workspace file's faults; rethrows any other error. */
export function workspaceFaults(error: unknown): Problem[] {
  if (isWorkspaceError(error)) return toErrors(error.problems)
  throw error
}

const unconfirmed =
  "The identity provider has not answered for ten minutes, so your session cannot be confirmed. Try again in a moment, or sign in again."

/** A session that can be neither confirmed nor denied: 401 with an explanation, or 503. */
const refuseSession = ({ code }: SessionError): BffError =>
  code === "identity_unreachable"
    ? new BffError("unauthenticated", { detail: unconfirmed })
    : new BffError("shared_state_unavailable", { retryAfter: 5 })

/**
 * Converts any thrown value to a `BffError`; unknown errors become `internal`, without their
 * message.
 */
export function toBffError(error: unknown): BffError {
  if (isBffError(error)) return error
  if (isSessionError(error)) return refuseSession(error)
  if (isWorkspaceError(error))
    return new BffError("invalid_workspace", { errors: toErrors(error.problems) })
  if (isDatabaseError(error))
    return isOverdue(error)
      ? new BffError("took_too_long")
      : new BffError("shared_state_unavailable", { retryAfter: 5 })
  if (!isUpstreamError(error)) return new BffError("internal")
  const { explanation, details, retryAfter } = error
  return new BffError(error.code, {
    ...(explanation !== undefined && { detail: explanation }),
    ...(details.length > 0 && { errors: details }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** What was wrong with the platform's response, for the log: `foreign_page`. */
export const reasonOf = (error: unknown): string | undefined =>
  isUpstreamError(error) ? error.reason : undefined

/** A problem as JSON text (RFC 9457). */
export function printProblemText({ code, parts }: BffError, requestId: string): string {
  const { status, title, detail } = problems[code]
  const { allow: _, editId: __, retryAfter, ...members } = parts
  return JSON.stringify({
    type: `urn:workplace-reporting:problem:${code}`,
    title,
    status,
    detail,
    ...members,
    code,
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

export const problemType = "application/problem+json"
