import "server-only"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"

/** What the program itself writes into a request: where it came from. A client's own is dropped. */
const callerHeader = "x-caller-address"

const plainAddress = (text: string) => text.trim().replace(/^::ffff:(?=\d+\.)/i, "")

/**
 * Where a request came from: the other end of its connection, or, behind so many proxies of one's own, what
 * the outermost of them has seen. What stands left of that in `x-forwarded-for` anybody can have written.
 */
export function addressOf(
  remote: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string | undefined {
  const seen = [...(forwarded ?? "").split(",").filter(Boolean), remote ?? ""]
  const address = plainAddress(seen.at(Math.max(-1 - proxies, -seen.length)) ?? "")
  return isIP(address) === 0 ? undefined : address
}

/** Writes into a request where it came from, for whoever is handed it. */
export function markCaller(request: IncomingMessage, proxies: number): void {
  const { rawHeaders, headers, socket } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === callerHeader) rawHeaders.splice(at, 2)
  delete headers[callerHeader]
  const forwarded = headers["x-forwarded-for"]
  const address = addressOf(socket.remoteAddress, forwarded?.toString(), proxies)
  if (address === undefined) return
  headers[callerHeader] = address
  rawHeaders.push(callerHeader, address)
}

/** Where a request came from, as far as it is known. */
export const readCaller = (headers: Headers | undefined): string | undefined => {
  const address = headers?.get(callerHeader) ?? ""
  return isIP(address) === 0 ? undefined : address
}

/** The same for a request that a page makes on behalf of the one it answers. */
export const passCaller = (from: Headers, to: Headers): void => {
  const address = readCaller(from)
  if (address !== undefined) to.set(callerHeader, address)
}
