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

/** What the backend answers by itself; next-auth's own paths and all pages are Next's. */
const ownPath = /^\/(?:api\/(?!auth\/(?!end-session(?:\?|$)))|(?:healthz|readyz|metrics)(?:\?|$))/

/** What cannot be made a request, such as one without a usable host. */
function refuse(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  return problemResponse(new BffError("malformed_request"), randomUUID())
}

/** The app in front of Next in the same server: how it answers what is its own, before Next has looked at it; undefined for all else. */
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

/** The most bytes of a body, by the address that takes it, where that is more than usual; next-auth takes forms. */
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

/** Writes one line for a request that was refused before it was read. */
export interface RefusalLog {
  logRefusal(line: {
    readonly requestId: string
    readonly status: number
    readonly code: string
  }): void
}

/** Seconds after which somebody who was turned away may come back. */
const busySeconds = 2

const refusalOf = ({ code, limit }: LimitRefusal) => {
  if (code === "method_not_allowed") return new BffError(code, { allow: methods })
  if (code === "too_busy" || code === "starting")
    return new BffError(code, { retryAfter: busySeconds })
  return limit === undefined ? new BffError(code) : tooLarge(limit)
}

/** A page that opens again by itself after so many seconds, for a browser that may only wait. */
export type PrintBusyPage = (
  request: Pick<IncomingMessage, "headers">,
  seconds: number,
) => Required<PrintedRefusal>

const opensPage = ({ headers }: Pick<IncomingMessage, "headers">) =>
  headers["sec-fetch-mode"] === "navigate"

/** What a request that is refused before it is handed on is answered with: a problem, or a page to a browser that may only wait. */
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

/** Next fails on methods that it does not know and on addresses that are no path; one with a server's name before its path it would lead there. */
function inspect(request: IncomingMessage): LimitRefusal | undefined {
  const { method = "", url = "" } = request
  if (!methods.includes(method) || url === "*") return { status: 405, code: "method_not_allowed" }
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  request.url = path.startsWith("?") || path === "" ? `/${path}` : path
  return request.url.startsWith("/") ? undefined : { status: 400, code: "malformed_request" }
}

/** What Next and its proxy tell each other in headers; from a client they would put its words into pages. */
const ownHeaders = ["x-nonce", "content-security-policy", "content-security-policy-report-only"]

/** What operators ask is answered whatever else is under way; the quota's stream stays open for as long as its page. */
const isExempt = ({ url = "", headers }: IncomingMessage) =>
  /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(url) ||
  (/^\/api\/quota(?:\?|$)/.test(url) && headers.accept?.includes("text/event-stream") === true)

/** What Next makes anew for each request; its scripts and styles are files. */
const isHeavy = ({ url = "" }: IncomingMessage) =>
  !ownPath.test(url) && !url.startsWith("/_next/static/")

/** What a server in front of everything needs of the backend. */
export interface LimitedBackend extends RefusalLog {
  /** A refusal is an answer, never a throw. */
  answer(request: Request, arrival?: Arrival): Promise<Response>
  /** Whether its tables are not up to date yet, so that it answers nothing. */
  readonly isStarting: boolean
  /** Whether it serves on for a while and then ends. */
  readonly isDraining: boolean
}

/** Bounds what a stranger can send to one of this process' HTTP servers. */
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

/** The same for Next's own server, which it does not hand out: Node tells of each connection's. */
export function limitAllRequests(backend: LimitedBackend, printBusyPage: PrintBusyPage): void {
  const limited = new WeakSet<Server>()
  subscribe("net.server.socket", (message) => {
    const server: unknown = Reflect.get(Reflect.get(Object(message), "socket") ?? {}, "server")
    if (!(server instanceof Server) || limited.has(server)) return
    limited.add(server)
    limitRequests(server, backend, printBusyPage)
  })
}
