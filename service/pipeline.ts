import {
  acceptedScopes,
  type Catalogue,
  isFollow,
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
import type { JsonPatchOperation } from "@/lib/json-patch"
import type { Store } from "@/lib/records"
import { ApiError, refuse } from "./errors"
import { readPatch } from "./patch-body"
import type { Caller } from "./tokens"

/** 404 for an unknown path, 405 with `Allow` for a known one under another method. */
export function matchOperation(catalogue: Catalogue, method: string, path: string) {
  const match = matchPath(catalogue, method, path)
  if (match.kind === "not-found") throw new ApiError("unknown_path")
  if (match.kind === "method-not-allowed")
    throw new ApiError("method_not_allowed", { headers: { allow: match.allow.join(", ") } })
  return match
}

/** 403 with the scopes of which one would do (specification 5.2). */
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

/** 400 where a path parameter is no guid. */
export function readParameters(
  operation: Operation,
  raw: { readonly [name: string]: string },
): PathParameters {
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) throw refuse("invalid_path", parsed.problems)
  return parsed.parameters
}

/** An operation with what its query or body asks for. */
export type Plan =
  | { readonly operation: ListOperation; readonly request: ListRequest }
  | { readonly operation: SingleOperation }
  | { readonly operation: PatchOperation; readonly patch: readonly JsonPatchOperation[] }

/**
 * 400 where the query does not fit the operation, by-id operations and changes take none; then the
 * body, which only a change has: 415, 413, 400.
 */
export async function planRequest(
  operation: Operation,
  query: string,
  request: Request,
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
  return operation.kind === "patch" ? { operation, patch: await readPatch(request) } : { operation }
}

/**
 * 400 where a feature is off at something the path names (specification 3), then 404 where the path
 * names something that is not there: 400, that of a cursor too, comes before the rest (decisions "Errors").
 */
export async function requireContainers(
  store: Pick<Store, "checkCursor" | "findContainers">,
  plan: Plan,
  parameters: PathParameters,
): Promise<void> {
  const { operation } = plan
  const { missing, features } = await store.findContainers(operation, parameters)
  for (const { parameter, feature, title } of operation.gates ?? []) {
    const enabled = features[parameter]?.includes(feature) ?? missing !== undefined
    if (!enabled) throw new ApiError("feature_not_enabled", { message: `Not enabled: ${title}.` })
  }
  if (missing === undefined) return
  if ("request" in plan && isFollow(plan.request))
    await store.checkCursor(plan.operation, parameters, plan.request.cursor)
  const message = `${missing} names nothing that exists here.`
  throw new ApiError("not_found", { message, details: [{ parameter: missing, message }] })
}
