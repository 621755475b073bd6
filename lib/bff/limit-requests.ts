import "server-only"
import { randomUUID } from "node:crypto"
import { subscribe } from "node:diagnostics_channel"
import { type IncomingMessage, Server } from "node:http"
import { limitServer, type Refusal } from "../http-limits"
import { answerHeaders } from "./answer-headers"
import { batchLimits } from "./batches/batch-order"
import { loadConfig } from "./config"
import { uploadLimits } from "./names/user-names-routes"
import { everyHeaders } from "./page-headers"
import { BffError, printProblemText, problemType } from "./problem"
import { tooLarge, usualBytes } from "./require-body"
import { openedState } from "./shared-state"
import { importLimit } from "./workspace/workspace-routes"

/** The most bytes of a body, by the beginning of the address that takes it. */
const bodyLimits: readonly (readonly [address: RegExp, bytes: number])[] = [
  [/^\/api\/auth\//, 16 * 1024],
  [/^\/api\/names\/users(\?|$)/, uploadLimits.bytes],
  [/^\/api\/workspace(\?|$)/, importLimit.bytes],
  [/^\/api\/departments\/batches(\/[^/]*)?(\?|$)/, batchLimits.bytes],
]

const bodyLimit = ({ url = "" }: IncomingMessage): number =>
  bodyLimits.find(([address]) => address.test(url))?.[1] ?? usualBytes

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

const refusalOf = ({ code, limit }: Refusal) => {
  if (code === "method_not_allowed") return new BffError(code, { allow: methods })
  return limit === undefined ? new BffError(code) : tooLarge(limit)
}

function print(refusal: Refusal) {
  const { status, code } = refusal
  const requestId = randomUUID()
  openedState()?.log.info({ requestId, status, code }, "refused")
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
export function limitRequests(server: Server): void {
  const secure = loadConfig().session.origin.startsWith("https://")
  const every = everyHeaders({ secure })
  limitServer(server, { inspect, bodyLimit, print, ownHeaders, answerHeaders: every })
}

/** The same for Next's own server, which it does not hand out: Node tells of each connection's. */
export function limitAllRequests(): void {
  const limited = new WeakSet<Server>()
  subscribe("net.server.socket", (message) => {
    const server: unknown = Reflect.get(Reflect.get(Object(message), "socket") ?? {}, "server")
    if (!(server instanceof Server) || limited.has(server)) return
    limited.add(server)
    limitRequests(server)
  })
}
