import type { Problem } from "../catalogue"

/** Every way in which a call to the reporting API can fail; the BFF's problem table has a text for each. */
export const upstreamErrorCodes = [
  "refused_request",
  "feature_not_enabled",
  "not_found",
  "cursor_expired",
  "upstream_unauthorized",
  "upstream_forbidden",
  "upstream_rate_limited",
  "upstream_unavailable",
  "upstream_failed",
  "upstream_invalid",
  "upstream_unreachable",
  "upstream_timeout",
] as const
export type UpstreamErrorCode = (typeof upstreamErrorCodes)[number]

export interface UpstreamErrorParts {
  /** Seconds after which another try makes sense. */
  readonly retryAfter?: number
  /** The platform's own sentence, for faults that a person can mend. */
  readonly explanation?: string
  readonly details?: readonly Problem[]
  readonly cause?: unknown
}

/** A failed call to the reporting API; its message holds no address, token or body. */
export class UpstreamError extends Error {
  override name = "UpstreamError"
  readonly retryAfter: number | undefined
  readonly explanation: string | undefined
  readonly details: readonly Problem[]

  constructor(
    readonly code: UpstreamErrorCode,
    { retryAfter, explanation, details = [], cause }: UpstreamErrorParts = {},
  ) {
    super(code, { cause })
    this.retryAfter = retryAfter
    this.explanation = explanation
    this.details = details
  }
}

/** True for an `UpstreamError` of any copy of this module: Next bundles one for pages and one for handlers. */
export const isUpstreamError = (error: unknown): error is UpstreamError =>
  error instanceof Error && error.name === "UpstreamError" && "code" in error
