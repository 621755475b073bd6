import "server-only"
import { randomUUID } from "node:crypto"
import { subscribe } from "node:diagnostics_channel"
import { type IncomingMessage, Server, type ServerResponse } from "node:http"
import { getRequestListener, RequestError } from "@hono/node-server"
import { contract, defaultBodyBytes, type Route } from "../contract"
import { type LimitRefusal, limitServer, type PrintedRefusal, requestIdOf } from "../http-limits"
import { loadConfig } from "./config"
import { answerHeaders, problemResponse } from "./http/answers"
import type { Arrival } from "./http/app-env"
import { markCaller } from "./http/caller-address"
import { everyHeaders } from "./http/page-headers"
import { BffError, printProblemText, problemType } from "./http/problem"
import { tooLarge } from "./http/require-body"

/** Paths that the backend serves directly; next-auth's own paths and all pages belong to Next. */
const ownPath = /^\/(?:api\/(?!auth\/(?!end-session(?:\?|$)))|(?:healthz|readyz|metrics)(?:\?|$))/

/** Handles requests that cannot be parsed, such as those without a usable host. */
function refuse(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  return problemResponse(new BffError("malformed_request"), randomUUID())
}

/** Serves the dashboard's own paths before Next sees the request; undefined for all other paths. */
export function createFront({ answer }: Pick<LimitedBackend, "answer">) {
  const listener = getRequestListener(
    (request, { incoming }) => answer(request, { target: incoming.url ?? "/", encodes: true }),
    { overrideGlobalObjects: false, errorHandler: refuse, hostname: "localhost" },
  )
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void listener(request, response)
  return ({ url = "" }: IncomingMessage) => (ownPath.test(url) ? handle : undefined)
}

const routes: readonly Route[] = Object.values(contract)

/** Maximum body sizes by path, where they differ from the default; next-auth accepts forms. */
const bodyLimits: readonly (readonly [address: RegExp, bytes: number])[] = [
  [/^\/api\/auth\//, 16 * 1024],
  ...routes.flatMap(({ path, limit }): (readonly [RegExp, number])[] =>
    limit
      ? [[new RegExp(`^${path.replace(/\{\w+\}/g, "[^/?]*")}(\\?|$)`), limit.bytes] as const]
      : [],
  ),
]

const bodyLimit = ({ url = "" }: IncomingMessage): number =>
  bodyLimits.find(([address]) => address.test(url))?.[1] ?? defaultBodyBytes

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** Logs one line for a request refused before it was read. */
export interface RefusalLog {
  logRefusal(line: {
    readonly requestId: string
    readonly status: number
    readonly code: string
  }): void
}

/** Seconds after which a refused client may retry. */
const busySeconds = 2

const refusalOf = ({ code, limit }: LimitRefusal) => {
  if (code === "method_not_allowed") return new BffError(code, { allow: methods })
  if (code === "too_busy" || code === "starting")
    return new BffError(code, { retryAfter: busySeconds })
  return limit === undefined ? new BffError(code) : tooLarge(limit)
}

/** Renders a page that reloads itself after `seconds`, for browsers that only need to wait. */
export type PrintBusyPage = (
  request: Pick<IncomingMessage, "headers">,
  seconds: number,
) => Required<PrintedRefusal>

const opensPage = ({ headers }: Pick<IncomingMessage, "headers">) =>
  headers["sec-fetch-mode"] === "navigate"

/**
 * The response to a request refused before it reaches a handler: a problem, or a page if a browser
 * only needs to wait.
 */
export function printRefusal(
  refusal: LimitRefusal,
  request: Pick<IncomingMessage, "headers"> | undefined,
  { backend, printBusyPage }: { backend: RefusalLog; printBusyPage?: PrintBusyPage | undefined },
): PrintedRefusal {
  const { status, code } = refusal
  const given = request?.headers["x-request-id"]
  const requestId = requestIdOf(typeof given === "string" ? given : undefined)
  backend.logRefusal({ requestId, status, code })
  const headers = {
    ...answerHeaders(requestId),
    ...(code === "method_not_allowed" && { allow: methods.join(", ") }),
    ...(status === 503 && { "retry-after": `${busySeconds}` }),
  }
  if (status === 503 && request && printBusyPage && opensPage(request)) {
    const page = printBusyPage(request, busySeconds)
    return { ...page, headers: { ...headers, ...page.headers } }
  }
  return { type: problemType, text: printProblemText(refusalOf(refusal), requestId), headers }
}

/**
 * Next fails on unknown methods and on addresses without a path, and would redirect an address with
 * a host before its path to that host.
 */
function inspect(request: IncomingMessage): LimitRefusal | undefined {
  const { method = "", url = "" } = request
  if (!methods.includes(method) || url === "*") return { status: 405, code: "method_not_allowed" }
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  request.url = path.startsWith("?") || path === "" ? `/${path}` : path
  return request.url.startsWith("/") ? undefined : { status: 400, code: "malformed_request" }
}

/**
 * Headers that Next and its proxy exchange internally; from a client, they would inject its text
 * into pages.
 */
const ownHeaders = ["x-nonce", "content-security-policy", "content-security-policy-report-only"]

/**
 * Operators' endpoints are always served, and the quota's stream stays open as long as its page.
 */
const isExempt = ({ url = "", headers }: IncomingMessage) =>
  /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(url) ||
  (/^\/api\/quota(?:\?|$)/.test(url) && headers.accept?.includes("text/event-stream") === true)

/** Requests that Next renders; its scripts and styles are files. */
const isHeavy = ({ url = "" }: IncomingMessage) =>
  !ownPath.test(url) && !url.startsWith("/_next/static/")

/** The part of the backend that the HTTP server needs. */
export interface LimitedBackend extends RefusalLog {
  /** Never throws; a refusal is a response. */
  answer(request: Request, arrival?: Arrival): Promise<Response>
  /** True while its tables are not up to date and it serves nothing. */
  readonly isStarting: boolean
  /** True while it keeps serving for a while before it ends. */
  readonly isDraining: boolean
}

/** Limits what clients can send to one of this process's HTTP servers. */
export function limitRequests(
  server: Server,
  backend: LimitedBackend,
  printBusyPage?: PrintBusyPage,
): void {
  const { session, trustedProxies } = loadConfig()
  const secure = session.origin.startsWith("https://")
  const every = everyHeaders({ secure })
  limitServer(server, {
    inspect(request) {
      markCaller(request, trustedProxies)
      const isWaiting = backend.isStarting && !ownPath.test(request.url ?? "")
      return isWaiting ? { status: 503, code: "starting" } : inspect(request)
    },
    bodyLimit,
    print: (refusal, request) => printRefusal(refusal, request, { backend, printBusyPage }),
    isExempt,
    isHeavy,
    ownHeaders,
    answerHeaders: every,
    isEnding: () => backend.isDraining,
    handlerOf: createFront(backend),
  })
}

/**
 * Applies the limits to Next's own server, which Next does not expose; Node reports the server of
 * each connection.
 */
export function limitAllRequests(backend: LimitedBackend, printBusyPage: PrintBusyPage): void {
  const limited = new WeakSet<Server>()
  subscribe("net.server.socket", (message) => {
    const server: unknown = Reflect.get(Reflect.get(Object(message), "socket") ?? {}, "server")
    if (!(server instanceof Server) || limited.has(server)) return
    limited.add(server)
    limitRequests(server, backend, printBusyPage)
  })
}
