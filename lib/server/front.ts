import "server-only"
import { randomUUID } from "node:crypto"
import { subscribe } from "node:diagnostics_channel"
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  Server,
  type ServerResponse,
} from "node:http"
import { getRequestListener, RequestError } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { contract, defaultBodyBytes, type Route } from "../contract"
import { limitServer, type Refusal } from "../http-limits"
import type { App } from "./app"
import { loadConfig } from "./config"
import { answerHeaders } from "./http/answer-headers"
import { everyHeaders } from "./http/page-headers"
import { BffError, printProblem, printProblemText, problemType } from "./http/problem"
import type { Reply } from "./http/reply"
import { tooLarge } from "./http/require-body"
import type { Backend } from "./opened"

/** What the backend answers by itself; next-auth's own paths and all pages are Next's. */
const ownPath = /^\/(?:api\/(?!auth\/(?!end-session(?:\?|$)))|(?:healthz|readyz|metrics)(?:\?|$))/

/** What cannot be made a request, such as one without a usable host. */
function refuse(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  return printProblem(new BffError("malformed_request"), randomUUID()).toResponse()
}

/** A copy is one of Node's own, also where another server of the process has put another class in its place. */
const alreadySent = RESPONSE_ALREADY_SENT.clone()

interface Outgoing {
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown
  end(body?: string | Uint8Array): unknown
}

/** Sends a reply whose body is there; a stream is left to the listener. */
function send(reply: Reply, outgoing: Outgoing): Response {
  const { body, status, headers } = reply
  if (body instanceof ReadableStream) return reply.toResponse()
  const length = body === null ? {} : { "content-length": Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length })
  outgoing.end(body ?? undefined)
  return alreadySent
}

/** The backend in front of Next in the same server: how it answers what is its own, before Next has looked at it; undefined for all else. */
export function createFront({ answer }: Pick<App, "answer">) {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) =>
      send(await answer(request, { target: incoming.url ?? "/", encodes: true }), outgoing),
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

const refusalOf = ({ code, limit }: Refusal) => {
  if (code === "method_not_allowed") return new BffError(code, { allow: methods })
  return limit === undefined ? new BffError(code) : tooLarge(limit)
}

function print(refusal: Refusal, backend: Pick<Backend, "logRefusal">) {
  const { status, code } = refusal
  const requestId = randomUUID()
  backend.logRefusal({ requestId, status, code })
  const headers = {
    ...answerHeaders(requestId),
    ...(code === "method_not_allowed" && { allow: methods.join(", ") }),
  }
  return { type: problemType, text: printProblemText(refusalOf(refusal), requestId), headers }
}

/** Next fails on methods that it does not know and on addresses that are no path; one with a server's name before its path it would lead there. */
function inspect(request: IncomingMessage): Refusal | undefined {
  const { method = "", url = "" } = request
  if (!methods.includes(method) || url === "*") return { status: 405, code: "method_not_allowed" }
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "")
  request.url = path.startsWith("?") || path === "" ? `/${path}` : path
  return request.url.startsWith("/") ? undefined : { status: 400, code: "malformed_request" }
}

/** What Next and its proxy tell each other in headers; from a client they would put its words into pages. */
const ownHeaders = ["x-nonce", "content-security-policy", "content-security-policy-report-only"]

/** Bounds what a stranger can send to one of this process' HTTP servers. */
export function limitRequests(
  server: Server,
  backend: Pick<Backend, "answer" | "logRefusal">,
): void {
  const secure = loadConfig().session.origin.startsWith("https://")
  const every = everyHeaders({ secure })
  limitServer(server, {
    inspect,
    bodyLimit,
    print: (refusal) => print(refusal, backend),
    ownHeaders,
    answerHeaders: every,
    handlerOf: createFront(backend),
  })
}

/** The same for Next's own server, which it does not hand out: Node tells of each connection's. */
export function limitAllRequests(backend: Pick<Backend, "answer" | "logRefusal">): void {
  const limited = new WeakSet<Server>()
  subscribe("net.server.socket", (message) => {
    const server: unknown = Reflect.get(Reflect.get(Object(message), "socket") ?? {}, "server")
    if (!(server instanceof Server) || limited.has(server)) return
    limited.add(server)
    limitRequests(server, backend)
  })
}
