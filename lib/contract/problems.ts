interface ProblemKind {
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** All errors of the dashboard's own API (RFC 9457). The only table of status and text. */
export const problems = {
  unknown_path: {
    status: 404,
    title: "Unknown path",
    detail: "There is no such operation. Check the version, the spelling and the letter case.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    detail: "This path is known, but not under this method.",
  },
  unauthenticated: {
    status: 401,
    title: "Not signed in",
    detail: "You are signed out, or your session is over. Sign in and try again.",
  },
  forbidden: {
    status: 403,
    title: "Not permitted",
    detail: "Your role does not permit this.",
  },
  small_groups: {
    status: 403,
    title: "Too few people",
    detail:
      "This data set has values of persons. Its points are shown only for groups of people, not one by one.",
  },
  cross_site: {
    status: 403,
    title: "Request from elsewhere",
    detail: "Only the dashboard's own pages are answered.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    detail: "Send application/json-patch+json or application/json.",
  },
  invalid_workspace: {
    status: 500,
    title: "Faulty workspace file",
    detail:
      "The workspace file on the server cannot be used. Please tell whoever runs the dashboard.",
  },
  invalid_path: {
    status: 400,
    title: "Invalid path",
    detail: "The path holds something that is not a guid.",
  },
  invalid_query: {
    status: 400,
    title: "Invalid query",
    detail: "The query holds something that this operation does not accept.",
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    detail:
      "This cursor is not of this list, or not of your role. Start again from the first page.",
  },
  cursor_expired: {
    status: 410,
    title: "Cursor expired",
    detail: "This place in the list has expired. Start again from the first page.",
  },
  malformed_body: {
    status: 400,
    title: "Unreadable change",
    detail: "The body is no JSON Patch in UTF-8: an array of operations (RFC 6902).",
  },
  invalid_body: {
    status: 400,
    title: "Unreadable request",
    detail: "What was sent does not have the form that is expected here.",
  },
  invalid_import: {
    status: 422,
    title: "Faulty file",
    detail: "Some rows of the file cannot be used. Nothing was changed.",
  },
  name_taken: {
    status: 409,
    title: "Name in use",
    detail: "You have saved something under this name already. Choose another one.",
  },
  view_conflict: {
    status: 409,
    title: "Changed by somebody else",
    detail: "The view is no longer as it was when it was read. Nothing was changed.",
  },
  already_there: {
    status: 409,
    title: "Already there",
    detail: "This id already has a name in the workspace.",
  },
  limit_reached: {
    status: 409,
    title: "No room left",
    detail: "The limit is reached. Remove some first.",
  },
  upload_too_slow: {
    status: 408,
    title: "Upload too slow",
    detail: "The file took too long to arrive. Nothing was changed.",
  },
  body_too_large: {
    status: 413,
    title: "Change too large",
    detail: "A change can be at most 64 KiB. Send it in parts.",
  },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    detail: "The address and the headers together are longer than 16 KiB.",
  },
  request_timeout: {
    status: 408,
    title: "Request too slow",
    detail: "The request did not arrive in time.",
  },
  malformed_request: {
    status: 400,
    title: "Unreadable request",
    detail: "This is not an HTTP request that can be read.",
  },
  sign_out_not_stored: {
    status: 503,
    title: "Not signed out everywhere",
    detail:
      "The dashboard's database does not answer, so your session may continue elsewhere. Sign out again in a moment.",
  },
  test_failed: {
    status: 409,
    title: "Changed by somebody else",
    detail: "The record is no longer as it was when it was read. Nothing was changed.",
  },
  patch_not_applicable: {
    status: 422,
    title: "Not applicable",
    detail: "The platform cannot make this change. Nothing was changed.",
  },
  unknown_outcome: {
    status: 502,
    title: "Outcome unknown",
    detail:
      "The connection broke after the change was sent. It is not sent again; the record is being checked.",
  },
  refused_request: {
    status: 400,
    title: "Refused by the platform",
    detail: "The platform does not accept this request.",
  },
  feature_not_enabled: {
    status: 400,
    title: "Feature not enabled",
    detail: "The feature that this report needs is not switched on at the platform.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    detail: "The platform has nothing under this id.",
  },
  upstream_unauthorized: {
    status: 502,
    title: "The platform refuses the dashboard",
    detail: "The dashboard's own credentials are not accepted. An administrator has to check them.",
  },
  upstream_forbidden: {
    status: 502,
    title: "The platform refuses the dashboard",
    detail: "The dashboard's own credentials lack the scope for this. An administrator can add it.",
  },
  upstream_rate_limited: {
    status: 503,
    title: "Out of requests",
    detail: "The platform's quota for everybody is used up. Try again in a moment.",
  },
  upstream_unavailable: {
    status: 503,
    title: "The platform is not available",
    detail: "The platform says that it is not available. Try again in a moment.",
  },
  upstream_failed: {
    status: 502,
    title: "The platform failed",
    detail: "The platform could not answer. Try again in a moment.",
  },
  upstream_invalid: {
    status: 502,
    title: "Unreadable answer",
    detail: "The platform's answer does not have the agreed shape, so it is not shown.",
  },
  upstream_cut_off: {
    status: 502,
    title: "The answer was cut off",
    detail: "The platform's answer ended too early. Try again in a moment.",
  },
  upstream_unreachable: {
    status: 502,
    title: "The platform cannot be reached",
    detail: "No connection to the platform could be made. Try again in a moment.",
  },
  upstream_timeout: {
    status: 504,
    title: "The platform did not answer in time",
    detail: "The platform took too long. Try again in a moment, or ask for less.",
  },
  quota_exhausted: {
    status: 503,
    title: "Out of requests",
    detail: "Too many requests are waiting for the platform's quota. Try again later.",
  },
  export_conflict: {
    status: 409,
    title: "Not possible now",
    detail: "The export is in a state that does not allow this.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "Key in use",
    detail: "This idempotency key belongs to another change. Send a key of its own with each.",
  },
  batch_conflict: {
    status: 409,
    title: "Not possible now",
    detail: "The bulk edit is in a state that does not allow this.",
  },
  file_too_large: {
    status: 422,
    title: "Too large for a workbook",
    detail:
      "An XLSX file can be at most 4 GB. Export as CSV, with fewer columns or with narrower filters.",
  },
  too_busy: {
    status: 503,
    title: "Too many people at once",
    detail: "The dashboard has more to answer than it can at the moment. Try again in a moment.",
  },
  starting: {
    status: 503,
    title: "Starting",
    detail: "The dashboard prepares its database. Try again in a moment.",
  },
  too_many_requests: {
    status: 429,
    title: "Too much at once",
    detail:
      "You have several of these under way already. Wait until they are finished, then try again.",
  },
  not_copied: {
    status: 503,
    title: "Not copied yet",
    detail:
      "This is answered from copies, and none of this list is there yet. Have it copied, or read the list itself.",
  },
  took_too_long: {
    status: 503,
    title: "This takes too long",
    detail: "The database was stopped before it had an answer. Ask for less, or try again later.",
  },
  too_many_streams: {
    status: 503,
    title: "Too many open streams",
    detail:
      "Your other windows, or everybody's together, keep too many streams open. Try again later.",
  },
  shared_state_unavailable: {
    status: 503,
    title: "Shared state not available",
    detail:
      "What the dashboard's instances share cannot be reached, so the platform was not asked. Try again in a moment.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    detail: "Something went wrong in the dashboard. Give the request's id to whoever runs it.",
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems

/** Errors of routes that call the platform. */
export const platformProblems = [
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
] as const satisfies readonly ProblemCode[]
