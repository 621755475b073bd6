import { type Context, Hono, type MiddlewareHandler } from "hono"
import type { Catalogue } from "@/lib/catalogue"
import type { Store } from "@/lib/records"
import { answerPlan, deprecationHeaders } from "./answers"
import { ApiError, refusalResponse, toApiError } from "./errors"
import { logRequest, type RequestLine, roundMs, type ServiceLog } from "./log"
import type { ServiceMetrics } from "./metrics"
import {
  matchRequest,
  planRequest,
  readParameters,
  requireContainers,
  requireScope,
} from "./pipeline"
import { type Bindings, readRawTarget, requestIdOf } from "./request"
import type { Caller, TokenVerifier } from "./tokens"

/** What the API is made of. */
export interface ServiceParts {
  readonly catalogue: Catalogue
  readonly store: Pick<
    Store,
    "checkCursor" | "findContainers" | "ping" | "readPage" | "readRecord" | "updateRecord"
  >
  readonly tokens: TokenVerifier
  readonly config: { readonly baseUrl: string; readonly scopePrefix: string }
  readonly log: ServiceLog
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Lets a caller's request in or throws "rate_limited"; without it everybody is let in. */
  readonly admit?: (caller: Caller) => Promise<void>
  readonly metrics?: Pick<ServiceMetrics, "contentType" | "observe" | "print">
  /** OpenAPI documents by file name, served under /openapi. */
  readonly descriptions?: ReadonlyMap<string, string>
  /** The API reference for people, served under /docs. */
  readonly docs?: Hono
}

type Env = {
  Bindings: Bindings
  Variables: {
    requestId: string
    operation?: string
    clientId?: string
    /** What every answer of the operation says of its deprecation. */
    deprecation?: Readonly<Record<string, string>>
  }
}

const mountPath = "/api"

/** A request's way through the API, one named step after the other (decisions "Errors": order). */
async function answerOperation(parts: ServiceParts, context: Context<Env>) {
  const { catalogue, store, tokens, config, admit } = parts
  const target = readRawTarget(context.req.raw, context.env)

  const path = target.path.slice(mountPath.length)
  const { operation, raw } = matchRequest(catalogue, context.req.method, path)
  context.set("operation", operation.id)
  context.set("deprecation", deprecationHeaders(operation, config.baseUrl))
  const caller = await tokens.verify(context.req.header("authorization"))
  context.set("clientId", caller.clientId)
  requireScope(operation, caller, config.scopePrefix)
  await admit?.(caller)
  const parameters = readParameters(operation, raw)
  const plan = await planRequest(operation, target.query, context.req.raw)
  await requireContainers(store, plan, parameters)
  const json = await answerPlan({ catalogue, store, parameters, baseUrl: config.baseUrl }, plan)

  return context.body(json, 200, { "content-type": "application/json; charset=utf-8" })
}

/** Gives every request its id and its line in the log. */
const follow =
  ({ log, metrics }: ServiceParts): MiddlewareHandler<Env> =>
  async (context, next) => {
    const start = performance.now()
    const requestId = requestIdOf(context.req.header("x-request-id"))
    context.set("requestId", requestId)
    await next()
    // Not by context.header: that copies an answer that is there, body and all.
    const { headers } = context.res
    headers.set("x-request-id", requestId)
    for (const [name, value] of Object.entries(context.get("deprecation") ?? {}))
      headers.set(name, value)
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store")
    const clientId = context.get("clientId")
    const line: RequestLine = {
      requestId,
      method: context.req.method,
      operation: context.get("operation") ?? "none",
      status: context.res.status,
      ms: roundMs(performance.now() - start),
      ...(clientId !== undefined && { clientId }),
    }
    logRequest(log, line)
    metrics?.observe(line)
  }

/** The API under /api, and beside it /healthz, /readyz, /metrics, /openapi and /docs; routes are the catalogue's operations and nothing else. */
export function createService(parts: ServiceParts): Hono<Env> {
  const app = new Hono<Env>({
    getPath: (request, options) => readRawTarget(request, options?.env).path,
  })
  app.use(follow(parts))
  app.get("/healthz", (context) => context.json({ status: "ok" }))
  app.get("/readyz", async (context) => {
    await parts.store.ping().catch((cause: unknown) => {
      throw new ApiError("unavailable", { message: "The database does not answer.", cause })
    })
    return context.json({ status: "ready" })
  })
  const { metrics } = parts
  if (metrics)
    app.get("/metrics", async (context) =>
      context.body(await metrics.print(), 200, { "content-type": metrics.contentType }),
    )
  app.get("/openapi/:file", (context) => {
    const description = parts.descriptions?.get(context.req.param("file"))
    if (description === undefined) throw new ApiError("unknown_path")
    return context.body(description, 200, { "content-type": "application/json; charset=utf-8" })
  })
  if (parts.docs) app.route("/docs", parts.docs)
  for (const path of ["/healthz", "/readyz", "/metrics", "/openapi/:file", "/docs"])
    app.all(path, () => {
      throw new ApiError("method_not_allowed", { headers: { allow: "GET, HEAD" } })
    })
  app.all(`${mountPath}/*`, (context) => answerOperation(parts, context))
  app.notFound(() => {
    throw new ApiError("unknown_path")
  })
  app.onError((error, context) => {
    const refusal = toApiError(error)
    if (refusal.status >= 500)
      parts.log.error({ err: refusal.cause, requestId: context.get("requestId") }, refusal.code)
    return refusalResponse(refusal)
  })
  return app
}
