import type { Problem } from "../catalogue"

/** Every way in which a call to the reporting API can fail; the BFF's problem table has a text for each. */
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

/** What a fault of the platform is and what to do, as one sentence for those who run the dashboard. */
export const upstreamFaultText = (code: string): string =>
  (Object.hasOwn(faultTexts, code) ? faultTexts[code as UpstreamErrorCode] : undefined) ??
  "The platform fails: ask those who run it."

export interface UpstreamErrorParts {
  /** Seconds after which another try makes sense. */
  readonly retryAfter?: number
  /** What was wrong with an answer, for the log: `repeated_page`. */
  readonly reason?: string
  /** The status of the platform's answer, where there was one. */
  readonly status?: number
  /** The platform's own sentence, for faults that a person can mend. */
  readonly explanation?: string
  readonly details?: readonly Problem[]
  /** False where the request cannot have reached the platform; true unless said otherwise. */
  readonly sent?: boolean
  readonly cause?: unknown
}

/** A failed call to the reporting API; its message holds no address, token or body. */
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

/** True for an `UpstreamError` of any copy of this module: Next bundles one for pages and one for handlers. */
export const isUpstreamError = (error: unknown): error is UpstreamError =>
  error instanceof Error && error.name === "UpstreamError" && "code" in error
