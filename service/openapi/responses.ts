import type { Operation } from "@/lib/catalogue"
import { type JsonObject, refer } from "@/lib/catalogue/openapi/json"
import { answerName, capitalise } from "@/lib/catalogue/openapi/schemas"
import { type ErrorCode, errorCodes, errorTable } from "../errors"

const onAll = () => true
const onNone = () => false
const onPatch = ({ kind }: Operation) => kind === "patch"
const onList = ({ kind }: Operation) => kind === "list"
const onPath = ({ parameters }: Operation) => Object.keys(parameters).length > 0
const onGate = ({ gates = [] }: Operation) => gates.length > 0

/**
 * The operations that can return each error. Errors for unknown operations belong to none
 * (decisions "Errors").
 */
const refusedBy = {
  invalid_path: onPath,
  invalid_query: onAll,
  invalid_cursor: onList,
  feature_not_enabled: onGate,
  malformed_body: onPatch,
  malformed_patch: onPatch,
  unauthenticated: onAll,
  insufficient_scope: onAll,
  unknown_path: onNone,
  not_found: onPath,
  method_not_allowed: onNone,
  test_failed: onPatch,
  cursor_expired: onList,
  body_too_large: onPatch,
  unsupported_media_type: onPatch,
  patch_not_applicable: onPatch,
  rate_limited: onAll,
  internal: onAll,
  unavailable: onAll,
} as const satisfies Record<ErrorCode, (operation: Operation) => boolean>

const text = { type: "string" }
const header = (description: string, schema: JsonObject = text) => ({ description, schema })
const always = (described: JsonObject) => ({ ...described, required: true })

const challenge = always(header("What the token lacks (RFC 6750)."))
const wait = header("Seconds to wait.", { type: "integer", minimum: 1 })

const headersOf: { readonly [code in ErrorCode]?: JsonObject } = {
  unauthenticated: { "WWW-Authenticate": challenge },
  insufficient_scope: { "WWW-Authenticate": challenge },
  rate_limited: { "Retry-After": always(wait) },
  unavailable: { "Retry-After": wait },
}

const requestId = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } }

/** Headers of every kind of response. */
export const sharedHeaders: JsonObject = {
  RequestId: header("Names this request in the service's log; the request's own where it has one."),
}

const jsonContent = (schema: string) => ({
  "application/json": { schema: refer("schemas", schema) },
})

const escapeMarkup = (text: string) => text.replaceAll("<", "&lt;")

const describeRefusal = (codes: readonly ErrorCode[]): JsonObject => ({
  description: codes
    .map((code) => `- \`${code}\`: ${escapeMarkup(errorTable[code][1])}`)
    .join("\n"),
  headers: Object.assign({}, requestId, ...codes.map((code) => headersOf[code])),
  content: jsonContent("Error"),
})

const codesOf = (operation: Operation) => errorCodes.filter((code) => refusedBy[code](operation))

/** By status, ascending. */
function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const [status] = errorTable[code]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

const responseName = (code: ErrorCode) => code.split("_").map(capitalise).join("")

/**
 * Error responses by status. If a status has one code, it is a shared component; otherwise they are
 * described inline.
 */
const describeRefusals = (operation: Operation): JsonObject =>
  Object.fromEntries(
    [...groupByStatus(codesOf(operation))].map(([status, codes]) => {
      const [code] = codes
      const shared = code !== undefined && codes.length === 1
      return [status, shared ? refer("responses", responseName(code)) : describeRefusal(codes)]
    }),
  )

/** The shared error responses of these operations, named after their codes. */
export const describeSharedRefusals = (operations: readonly Operation[]): JsonObject => {
  const shared = operations.flatMap((operation) =>
    [...groupByStatus(codesOf(operation)).values()].filter((codes) => codes.length === 1).flat(),
  )
  return Object.fromEntries(
    [...new Set(shared)].map((code) => [responseName(code), describeRefusal([code])]),
  )
}

const deprecationHeaders = {
  Deprecation: always(header("Since when the operation is deprecated (RFC 9745).")),
  Link: always(header("The successor version (RFC 8288).")),
}

/** The responses of an operation: its envelope, and the errors that it can return. */
export const describeResponses = (operation: Operation): JsonObject => ({
  200: {
    description: `${operation.title}.`,
    headers: { ...requestId, ...(operation.deprecated && deprecationHeaders) },
    content: jsonContent(answerName(operation)),
  },
  ...describeRefusals(operation),
})
