import "server-only"
import { requestIdOf } from "../../http-limits"
import { answerHeaders, problemResponse } from "../http/answers"
import { BffError } from "../http/problem"
import { splitTarget } from "../http/request-target"
import type { MigrationState } from "../migrations"
import { type Readiness, untried } from "./readiness"

const retryAfterSeconds = 2

/** How an instance stands whose tables are not there yet. */
const readinessOf = (state: MigrationState): Readiness => ({
  status: "not_ready",
  reason: state === "migrating" ? "migrating" : "database_unreachable",
  database: state,
  upstream: untried,
  impaired: [],
})

/** Answers while the tables are brought up to date: the process lives, and is not ready for anything else. */
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
