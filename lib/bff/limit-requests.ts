import "server-only"
import { randomUUID } from "node:crypto"
import { subscribe } from "node:diagnostics_channel"
import { type IncomingMessage, Server } from "node:http"
import { limitServer, type Refusal } from "../http-limits"
import { batchLimits } from "./batches/batch-order"
import { uploadLimits } from "./names/user-names-routes"
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

function print({ status, code, limit }: Refusal) {
  const requestId = randomUUID()
  openedState()?.log.info({ requestId, status, code }, "refused")
  const refusal = limit === undefined ? new BffError(code) : tooLarge(limit)
  return { type: problemType, text: printProblemText(refusal, requestId) }
}

/** What Next and its proxy tell each other in headers; from a client they would put its words into pages. */
const ownHeaders = ["x-nonce", "content-security-policy", "content-security-policy-report-only"]

/** Bounds what a stranger can send to one of this process' HTTP servers. */
export const limitRequests = (server: Server): void =>
  limitServer(server, { bodyLimit, print, ownHeaders })

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
