import { StoreError } from "@/lib/records"

/** The code of each error response, its status, and the default message (decisions "Errors"). */
export const errorTable = {
  invalid_path: [400, "A part of the path is not what it should be."],
  invalid_query: [400, "The query has a parameter that cannot be used."],
  invalid_cursor: [400, "The cursor is not valid here; start again from the first page."],
  feature_not_enabled: [400, "A feature that this needs is not enabled."],
  malformed_body: [400, "The body is not JSON in UTF-8."],
  malformed_patch: [400, "The body is no JSON Patch: an array of operations (RFC 6902)."],
  unauthenticated: [401, "Send an access token as Authorization: Bearer <token>."],
  insufficient_scope: [403, "The token has none of the scopes that this operation accepts."],
  unknown_path: [404, "There is no such operation; check the version and the path."],
  not_found: [404, "There is no such record."],
  method_not_allowed: [405, "The path does not take this method; Allow names those it takes."],
  test_failed: [409, "A test of the patch failed, so nothing was changed."],
  cursor_expired: [410, "The cursor has expired; start again from the first page."],
  body_too_large: [413, "The body is larger than 64 KiB."],
  unsupported_media_type: [
    415,
    "Send the patch as application/json-patch+json or application/json.",
  ],
  patch_not_applicable: [422, "The patch cannot be applied; details names each path."],
  rate_limited: [429, "Too many requests; wait for the seconds that Retry-After names."],
  internal: [500, "Something went wrong on our side; the request id helps to find out what."],
  unavailable: [503, "The service cannot answer right now; try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errorTable

/** Every code, ordered by status. */
export const errorCodes = Object.keys(errorTable) as ErrorCode[]

/** One problem: in the path or query (`parameter`) or in a document (`path`). */
export type ErrorDetail =
  | { readonly parameter: string; readonly message: string }
  | { readonly path: string; readonly message: string }

interface ErrorOptions {
  readonly message?: string
  readonly details?: readonly ErrorDetail[]
  readonly acceptedScopes?: readonly string[]
  readonly headers?: { readonly [name: string]: string }
  readonly cause?: unknown
}

/** A refusal reported to the client. May be thrown anywhere, and is answered in one place. */
export class ApiError extends Error {
  override name = "ApiError"
  readonly status: (typeof errorTable)[ErrorCode][0]
  readonly headers: { readonly [name: string]: string }
  private readonly extra: Pick<ErrorOptions, "details" | "acceptedScopes">

  constructor(
    readonly code: ErrorCode,
    { message, headers = {}, details, acceptedScopes, cause }: ErrorOptions = {},
  ) {
    const [status, defaultMessage] = errorTable[code]
    super(message ?? defaultMessage, { cause })
    this.status = status
    this.headers = headers
    this.extra = { ...(details && { details }), ...(acceptedScopes && { acceptedScopes }) }
  }

  /** The JSON body: `{ errorCode, message, details?, acceptedScopes? }`. */
  get body() {
    return { errorCode: this.code, message: this.message, ...this.extra }
  }
}

/** A refusal that lists each problem. Its message is the first one's. */
export const refuse = (
  code: "invalid_path" | "invalid_query",
  problems: readonly { parameter: string; message: string }[],
): ApiError => {
  const first = problems[0]?.message
  return new ApiError(code, { ...(first && { message: first }), details: problems })
}

/**
 * Codes of the system and of PostgreSQL for a database that is unavailable, full or too slow
 * (PostgreSQL's error codes appendix).
 */
const outageCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  // A worker of a cluster is unavailable.
  "08006",
  "3D000",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
])
const outageMessage = /^(?:Connection terminated|timeout exceeded when trying to connect)/

const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && outageCodes.has(String(error.code))) || outageMessage.test(error.message))

/**
 * The only place that converts errors to refusals. Store codes are kept, unknown errors reveal
 * nothing.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreError) return new ApiError(error.code, { cause: error })
  return new ApiError(isOutage(error) ? "unavailable" : "internal", { cause: error })
}

export const refusalResponse = ({ body, status, headers }: ApiError): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  })
