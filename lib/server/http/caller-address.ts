import "server-only"
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"

/**
 * The header in which the program itself stores a request's origin. A client's own header is
 * removed.
 */
const callerHeader = "x-caller-address"

const plainAddress = (text: string) => text.trim().replace(/^::ffff:(?=\d+\.)/i, "")

/**
 * The client's address: the peer of its connection or, behind the operator's `proxies`, the address
 * that the outermost proxy has seen. Earlier entries in `x-forwarded-for` can be forged.
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

/** Stores the client's address in the request, for later handlers. */
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

/** The client's address, if known. */
export const readCaller = (headers: Headers | undefined): string | undefined => {
  const address = headers?.get(callerHeader) ?? ""
  return isIP(address) === 0 ? undefined : address
}

/** Copies the address to a request that a page makes on behalf of its own. */
export const passCaller = (from: Headers, to: Headers): void => {
  const address = readCaller(from)
  if (address !== undefined) to.set(callerHeader, address)
}
