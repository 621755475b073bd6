import { z } from "zod"
import type { HttpAnswer } from "./send-request"
import { UpstreamError, type UpstreamErrorCode } from "./upstream-error"

const maxRetryAfterSeconds = 3600

/**
 * Seconds to wait from a `Retry-After` header, in seconds or as an HTTP date (RFC 9110, 10.2.3). At
 * most an hour, undefined if it is missing or unreadable.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds)
}

/**
 * The wait if the platform specifies none. Shorter than its quota's minute, since our own call log
 * already keeps calls below the quota.
 */
const defaultRetryAfterSeconds = 45

const detailSchema = z
  .object({ parameter: z.string().optional(), path: z.string().optional(), message: z.string() })
  .transform(({ parameter, path, message }) => ({ parameter: parameter ?? path ?? "", message }))

const errorSchema = z.object({
  errorCode: z.string().catch(""),
  message: z.string().max(500).optional().catch(undefined),
  details: z.array(detailSchema).max(100).catch([]),
})

type ErrorBody = z.infer<typeof errorSchema>

function parseBody(text: string): ErrorBody {
  try {
    return errorSchema.parse(JSON.parse(text))
  } catch {
    return { errorCode: "", message: undefined, details: [] }
  }
}

/** Statuses after which a traversal has to start over (decisions "Paging"). */
const cursorRefusals = [400, 404, 410]

function codeOf(status: number, { errorCode }: ErrorBody, following: boolean): UpstreamErrorCode {
  if (following && cursorRefusals.includes(status)) return "cursor_expired"
  if (status === 400)
    return errorCode === "feature_not_enabled" ? "feature_not_enabled" : "refused_request"
  if (status === 401) return "upstream_unauthorized"
  if (status === 403) return "upstream_forbidden"
  if (status === 404) return "not_found"
  if (status === 409) return "test_failed"
  if (status === 413 || status === 415) return "refused_request"
  if (status === 422) return "patch_not_applicable"
  if (status === 429) return "upstream_rate_limited"
  if (status === 503) return "upstream_unavailable"
  return status >= 500 ? "upstream_failed" : "upstream_invalid"
}

/** Faults that a person can fix, shown with the platform's explanation. */
const explained: readonly UpstreamErrorCode[] = [
  "refused_request",
  "feature_not_enabled",
  "test_failed",
  "patch_not_applicable",
]

/**
 * The error for any response status other than 200. `following` means that the request carried a
 * cursor.
 */
export function refusalOf(
  answer: HttpAnswer,
  { following, now }: { following: boolean; now: number },
): UpstreamError {
  const body = parseBody(answer.text)
  const code = codeOf(answer.status, body, following)
  const fromHeader = parseRetryAfter(answer.header("retry-after"), now)
  const retryAfter =
    code === "upstream_rate_limited" ? (fromHeader ?? defaultRetryAfterSeconds) : fromHeader
  return new UpstreamError(code, {
    status: answer.status,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(explained.includes(code) && {
      ...(body.message !== undefined && { explanation: body.message }),
      details: body.details,
    }),
  })
}
