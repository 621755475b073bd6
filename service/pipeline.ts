import {
  acceptedScopes,
  type Catalogue,
  type ListOperation,
  type ListRequest,
  matchPath,
  type Operation,
  type PatchOperation,
  type PathParameters,
  parseListQuery,
  parsePathParameters,
  parseSearch,
  refuseQuery,
  type SingleOperation,
} from "@/lib/catalogue"
import { type JsonPatchOperation, readPatch as readBody } from "@/lib/json-patch"
import type { FoundContainers } from "@/lib/records"
import { ApiError, refuse } from "./errors"
import type { Caller } from "./tokens"

const acceptedTypes = ["application/json-patch+json", "application/json"]

const mediaType = (header: string | null) => header?.split(";")[0]?.trim().toLowerCase() ?? ""

/**
 * Reads the patch in a request's body. Throws 415 for another content type, 413 over 64 KiB, 400 if
 * it is not a patch.
 */
export async function readPatchBody({
  headers,
  body,
}: Pick<Request, "headers" | "body">): Promise<readonly JsonPatchOperation[]> {
  if (!acceptedTypes.includes(mediaType(headers.get("content-type"))))
    throw new ApiError("unsupported_media_type")
  const contentLength = Number(headers.get("content-length") ?? 0)
  const patch = await readBody({ body, contentLength })
  if (patch.ok) return patch.operations
  switch (patch.code) {
    // An unread rest of a body leaves the connection unusable.
    case "too_large":
      throw new ApiError("body_too_large", { headers: { connection: "close" } })
    case "cut_off":
      throw new ApiError("malformed_body", { message: "The body ends too early." })
    case "not_json":
      throw new ApiError("malformed_body")
    case "malformed": {
      const details = patch.problems.map(({ index, message }) => ({ path: `/${index}`, message }))
      const message = details[0]?.message
      throw new ApiError("malformed_patch", { ...(message !== undefined && { message }), details })
    }
  }
}

/** Throws 404 for an unknown path, 405 with `Allow` for a known one under another method. */
export function matchRequest(catalogue: Catalogue, method: string, path: string) {
  const match = matchPath(catalogue, method, path)
  if (match.kind === "not-found") throw new ApiError("unknown_path")
  if (match.kind === "method-not-allowed")
    throw new ApiError("method_not_allowed", { headers: { allow: match.allow.join(", ") } })
  return match
}

/** Throws 403 with the scopes of which one is needed (specification 5.2). */
export function requireScope(operation: Operation, caller: Caller, prefix: string): void {
  const accepted = acceptedScopes(operation, prefix)
  if (accepted.some((scope) => caller.scopes.has(scope))) return
  throw new ApiError("insufficient_scope", {
    acceptedScopes: accepted,
    headers: {
      "www-authenticate": `Bearer error="insufficient_scope", scope="${accepted.join(" ")}"`,
    },
  })
}

/** Throws 400 if a path parameter is not a guid. */
export function readParameters(
  operation: Operation,
  raw: { readonly [name: string]: string },
): PathParameters {
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) throw refuse("invalid_path", parsed.problems)
  return parsed.parameters
}

/** An operation with what its query or body requests. */
export type Plan =
  | { readonly operation: ListOperation; readonly request: ListRequest }
  | { readonly operation: SingleOperation }
  | { readonly operation: PatchOperation; readonly patch: readonly JsonPatchOperation[] }

/**
 * Throws 400 if the query does not fit the operation; by-id operations and changes take none. Then
 * reads the body, which only a change has: 415, 413, 400.
 */
export async function planRequest(
  operation: Operation,
  query: string,
  readRequest: () => Pick<Request, "headers" | "body">,
): Promise<Plan> {
  const read = parseSearch(`?${query}`)
  if (!read.ok) throw refuse("invalid_query", read.problems)
  const { search } = read
  if (operation.kind === "list") {
    const parsed = parseListQuery(operation, search)
    if (!parsed.ok) throw refuse("invalid_query", parsed.problems)
    return { operation, request: parsed.query }
  }
  const problems = refuseQuery(search)
  if (problems.length > 0) throw refuse("invalid_query", problems)
  return operation.kind === "patch"
    ? { operation, patch: await readPatchBody(readRequest()) }
    : { operation }
}

/**
 * Throws 400 if a feature is disabled at something the path names (specification 3), then the
 * cursor's error, then 404 if the path names something that does not exist (decisions "Errors":
 * order).
 */
export function requireContainers(
  operation: Operation,
  { missing, features }: FoundContainers,
  fault?: Error,
): void {
  for (const { parameter, feature, title } of operation.gates ?? []) {
    const enabled = features[parameter]?.includes(feature) ?? missing !== undefined
    if (!enabled) throw new ApiError("feature_not_enabled", { message: `Not enabled: ${title}.` })
  }
  if (fault) throw fault
  if (missing === undefined) return
  const message = `${missing} names nothing that exists here.`
  throw new ApiError("not_found", { message, details: [{ parameter: missing, message }] })
}
