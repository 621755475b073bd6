import { Hono, type MiddlewareHandler } from "hono"
import type { Catalogue } from "@/lib/catalogue"
import { requestIdOf, traceparentOf } from "@/lib/http-limits"
import type { Store } from "@/lib/records"
import { answerPlan, deprecationHeaders } from "./answers"
import { ApiError, refusalResponse, toApiError } from "./errors"
import { logRequest, type RequestLine, roundMs, type ServiceLog } from "./log"
import type { ServiceMetrics } from "./metrics"
import { matchRequest, planRequest, readParameters, requireScope } from "./pipeline"
import { type Bindings, readRawTarget, type WrittenTarget } from "./request"
import type { Caller, TokenVerifier } from "./tokens"

/** What the API is made of. */
export interface ServiceParts {
  readonly catalogue: Catalogue
  readonly store: Pick<
    Store,
    "findContainers" | "ping" | "readPage" | "readRecord" | "updateRecord"
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

/** What a request of the API is answered by; the body and its headers are read by changes alone. */
export interface ApiRequest extends WrittenTarget {
  readonly method: string
  readonly header: (name: "authorization" | "x-request-id" | "traceparent") => string | undefined
  readonly readRequest: () => Pick<Request, "headers" | "body">
  readonly signal?: AbortSignal | undefined
}

/** A reply before it is sent. */
export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const mountPath = "/api"
const jsonType = "application/json; charset=utf-8"

type Line = { -readonly [K in keyof RequestLine]: RequestLine[K] }

/** A request's way through the API, one named step after the other (decisions "Errors": order). */
async function answerOperation(parts: ServiceParts, request: ApiRequest, line: Line) {
  const { catalogue, store, tokens, config, admit } = parts
  const { method, path, query, header, signal } = request
  const { operation, raw } = matchRequest(catalogue, method, path.slice(mountPath.length))
  line.operation = operation.id
  const caller = await tokens.verify(header("authorization"))
  line.clientId = caller.clientId
  requireScope(operation, caller, config.scopePrefix)
  await admit?.(caller)
  const parameters = readParameters(operation, raw)
  const plan = await planRequest(operation, query, request.readRequest)
  return answerPlan({ catalogue, store, parameters, baseUrl: config.baseUrl, signal }, plan)
}

/** What every answer to a request says, and its line in the log. */
function createFollower({ log, metrics, catalogue, config }: ServiceParts) {
  const deprecations = new Map(
    catalogue.operations.map((operation) => [
      operation.id,
      deprecationHeaders(operation, config.baseUrl),
    ]),
  )
  return (request: Pick<ApiRequest, "method" | "header">) => {
    const start = performance.now()
    const requestId = requestIdOf(request.header("x-request-id"))
    const traceparent = traceparentOf(request.header("traceparent"))
    const line: Line = {
      requestId,
      ...(traceparent && { traceparent }),
      method: request.method,
      operation: "none",
      status: 0,
      ms: 0,
    }
    return {
      line,
      headers: () => ({
        "x-request-id": requestId,
        ...deprecations.get(line.operation),
      }),
      end(status: number) {
        line.status = status
        line.ms = roundMs(performance.now() - start)
        logRequest(log, line)
        metrics?.observe(line)
      },
    }
  }
}

/** Turns what was thrown into a refusal; one of ours is logged with its cause. */
function refusalOf({ log }: ServiceParts, error: unknown, requestId: string | undefined) {
  const refusal = toApiError(error)
  if (refusal.status >= 500) log.error({ err: refusal.cause, requestId }, refusal.code)
  return refusal
}

/** Answers requests of the operations under /api: never throws, and writes each one's line in the log. */
function createOperationsApi(parts: ServiceParts): (request: ApiRequest) => Promise<ApiReply> {
  const follow = createFollower(parts)
  return async (request) => {
    const { line, headers, end } = follow(request)
    const own = { "content-type": jsonType, "cache-control": "no-store" }
    try {
      const body = await answerOperation(parts, request, line)
      end(200)
      return { status: 200, headers: { ...own, ...headers() }, body }
    } catch (error) {
      const { status, body, headers: said } = refusalOf(parts, error, line.requestId)
      end(status)
      return { status, headers: { ...own, ...said, ...headers() }, body: JSON.stringify(body) }
    }
  }
}

type Env = { Bindings: Bindings; Variables: { requestId: string } }

/** The same of what is served beside the operations. */
const followOthers = (parts: ServiceParts): MiddlewareHandler<Env> => {
  const follow = createFollower(parts)
  return async (context, next) => {
    const { line, headers, end } = follow({
      method: context.req.method,
      header: (name) => context.req.header(name),
    })
    context.set("requestId", line.requestId ?? "")
    await next()
    // Not by context.header: that copies an answer that is there, body and all.
    for (const [name, value] of Object.entries(headers())) context.res.headers.set(name, value)
    if (!context.res.headers.has("cache-control"))
      context.res.headers.set("cache-control", "no-store")
    end(context.res.status)
  }
}

/** The API under /api, and beside it /healthz, /readyz, /metrics, /openapi and /docs; routes are the catalogue's operations and nothing else. */
export function createService(parts: ServiceParts): Hono<Env> {
  const answer = createOperationsApi(parts)
  const app = new Hono<Env>({
    getPath: (request, options) => readRawTarget(request, options?.env).path,
  })
  app.all(`${mountPath}/*`, async (context) => {
    const { body, ...reply } = await answer({
      ...readRawTarget(context.req.raw, context.env),
      method: context.req.method,
      header: (name) => context.req.header(name),
      readRequest: () => context.req.raw,
      signal: context.req.raw.signal,
    })
    return new Response(body, reply)
  })
  app.use(followOthers(parts))
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
  app.notFound(() => {
    throw new ApiError("unknown_path")
  })
  app.onError((error, context) =>
    refusalResponse(refusalOf(parts, error, context.get("requestId"))),
  )
  return app
}
