import "server-only"
import { requestIdOf } from "../../http-limits"
import { answerHeaders, problemResponse } from "../http/answers"
import { BffError } from "../http/problem"
import { splitTarget } from "../http/request-target"
import type { MigrationState } from "../migrations"
import { type Readiness, untried } from "./readiness"

const retryAfterSeconds = 2

/** The readiness of an instance whose tables are not up to date. */
const readinessOf = (state: MigrationState): Readiness => ({
  status: "not_ready",
  reason: state === "migrating" ? "migrating" : "database_unreachable",
  database: state,
  upstream: untried,
  impaired: [],
})

/**
 * Responds while the tables are migrated: the process is alive, but not ready for anything else.
 */
export function answerStarting(
  { headers }: Pick<Request, "headers">,
  { target, state }: { readonly target: string; readonly state: MigrationState },
): Response {
  const requestId = requestIdOf(headers.get("x-request-id"))
  const { path } = splitTarget(target)
  const sent = { ...answerHeaders(requestId), "content-type": "application/json" }
  if (path === "/healthz") return new Response(JSON.stringify({ status: "ok" }), { headers: sent })
  if (path === "/readyz")
    return new Response(JSON.stringify(readinessOf(state)), { status: 503, headers: sent })
  return problemResponse(new BffError("starting", { retryAfter: retryAfterSeconds }), requestId)
}
