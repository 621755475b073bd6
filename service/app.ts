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
  /** Admits a caller's request or throws "rate_limited". Without it everybody is admitted. */
  readonly admit?: (caller: Caller) => Promise<void>
  readonly metrics?: Pick<ServiceMetrics, "contentType" | "observe" | "print">
  /** OpenAPI documents by file name, served under /openapi. */
  readonly descriptions?: ReadonlyMap<string, string>
  /** The API reference, served under /docs. */
  readonly docs?: Hono
}

/**
 * The parts of an API request that responses depend on. Only changes read the body and its headers.
 */
export interface ApiRequest extends WrittenTarget {
  readonly method: string
  readonly header: (name: "authorization" | "x-request-id" | "traceparent") => string | undefined
  readonly readRequest: () => Pick<Request, "headers" | "body">
  readonly signal?: AbortSignal | undefined
}

export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const mountPath = "/api"
const jsonType = "application/json; charset=utf-8"

type Line = { -readonly [K in keyof RequestLine]: RequestLine[K] }

/** The steps of an API request, in order (decisions "Errors": order). */
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

/** Adds the common response headers and writes a request's log line. */
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

/** Converts a thrown error to a refusal. Internal errors are logged with their cause. */
function refusalOf({ log }: ServiceParts, error: unknown, requestId: string | undefined) {
  const refusal = toApiError(error)
  if (refusal.status >= 500) log.error({ err: refusal.cause, requestId }, refusal.code)
  return refusal
}

/**
 * Answers requests of the operations under /api. Never throws, and writes a log line for each
 * request.
 */
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

/** Same, for everything served besides the operations. */
const followOthers = (parts: ServiceParts): MiddlewareHandler<Env> => {
  const follow = createFollower(parts)
  return async (context, next) => {
    const { line, headers, end } = follow({
      method: context.req.method,
      header: (name) => context.req.header(name),
    })
    context.set("requestId", line.requestId ?? "")
    await next()
    // `context.header` would copy an existing response, including its body.
    for (const [name, value] of Object.entries(headers())) context.res.headers.set(name, value)
    if (!context.res.headers.has("cache-control"))
      context.res.headers.set("cache-control", "no-store")
    end(context.res.status)
  }
}

/**
 * The API under /api, and /healthz, /readyz, /metrics, /openapi and /docs. API routes are exactly
 * the catalogue's operations.
 */
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
