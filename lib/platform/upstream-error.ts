import type { Problem } from "../catalogue"

/** All failures of a call to the reporting API. The BFF's problem table has a text for each. */
export const upstreamErrorCodes = [
  "refused_request",
  "feature_not_enabled",
  "not_found",
  "cursor_expired",
  "test_failed",
  "patch_not_applicable",
  "upstream_unauthorized",
  "upstream_forbidden",
  "upstream_rate_limited",
  "upstream_unavailable",
  "upstream_failed",
  "upstream_invalid",
  "upstream_cut_off",
  "upstream_unreachable",
  "upstream_timeout",
  "quota_exhausted",
  "shared_state_unavailable",
] as const
export type UpstreamErrorCode = (typeof upstreamErrorCodes)[number]

const faultTexts: Partial<Record<UpstreamErrorCode, string>> = {
  upstream_unauthorized:
    "REPORTING_CLIENT_ID, REPORTING_CLIENT_SECRET or REPORTING_SCOPE_PREFIX is refused: correct it.",
  upstream_forbidden: "The client may not read it: have the platform grant its scope.",
  upstream_rate_limited: "The quota of the company is spent: wait a minute.",
  quota_exhausted: "The quota of the company is spent: wait a minute.",
  upstream_unreachable:
    "REPORTING_API_URL or REPORTING_TOKEN_URL leads nowhere from here: correct it, or open the way.",
  upstream_timeout: "The platform does not answer in time: look at proxy and network.",
  upstream_invalid:
    "What answers at REPORTING_API_URL or REPORTING_TOKEN_URL is not the reporting API: correct it.",
}

/** What a platform fault means and how to fix it, as one sentence for operators. */
export const upstreamFaultText = (code: string): string =>
  (Object.hasOwn(faultTexts, code) ? faultTexts[code as UpstreamErrorCode] : undefined) ??
  "The platform fails: ask those who run it."

export interface UpstreamErrorParts {
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number
  /** What was wrong with a response, for the log: `repeated_page`. */
  readonly reason?: string
  /** The response status, if there was a response. */
  readonly status?: number
  /** The platform's own explanation, for faults that a person can fix. */
  readonly explanation?: string
  readonly details?: readonly Problem[]
  /** False if the request cannot have reached the platform. True by default. */
  readonly sent?: boolean
  readonly cause?: unknown
}

/** A failed call to the reporting API. Its message contains no address, token or body. */
export class UpstreamError extends Error {
  override name = "UpstreamError"
  readonly reason: string | undefined
  readonly status: number | undefined
  readonly retryAfter: number | undefined
  readonly explanation: string | undefined
  readonly details: readonly Problem[]
  readonly sent: boolean

  constructor(
    readonly code: UpstreamErrorCode,
    {
      reason,
      status,
      retryAfter,
      explanation,
      details = [],
      sent = true,
      cause,
    }: UpstreamErrorParts = {},
  ) {
    super(code, { cause })
    this.reason = reason
    this.status = status
    this.retryAfter = retryAfter
    this.explanation = explanation
    this.details = details
    this.sent = sent
  }
}

/**
 * Also true for an `UpstreamError` of another copy of this module: Next bundles one for pages and
 * one for handlers.
 */
export const isUpstreamError = (error: unknown): error is UpstreamError =>
  error instanceof Error && error.name === "UpstreamError" && "code" in error
