import "server-only"
import { AsyncLocalStorage } from "node:async_hooks"
import { subscribe } from "node:diagnostics_channel"
import { IncomingMessage } from "node:http"

/** The path and the query of a request, both undecoded; the query without its question mark. */
export interface RequestTarget {
  readonly path: string
  readonly search: string
}

const storageKey = Symbol.for("workplace-reporting.request-target")
const holder = globalThis as typeof globalThis & { [storageKey]?: AsyncLocalStorage<string> }

/** Path and query of an address, with or without a server's name before it. */
export function splitTarget(url: string): RequestTarget {
  const target = url.replace(/^[a-z]+:\/\/[^/?]*/i, "")
  const [path = ""] = target.split("?", 1)
  return { path, search: target.slice(path.length + 1) }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Next answers 500 where a path holds a broken escape; with its percent signs escaped, it names nothing. */
const mendPath = ({ path, search }: RequestTarget): string =>
  `${path.replaceAll("%", "%25")}${search && `?${search}`}`

/**
 * From now on `requestTarget` knows each request's address as it was sent. Next reads a query into a
 * plain object before a handler sees it: escapes that are no text become other texts, and names such as
 * `__proto__` and `nxtP…` are lost, so that a filter would be altered or passed over.
 */
export function keepRequestTargets(): void {
  if (holder[storageKey]) return
  const targets = new AsyncLocalStorage<string>()
  holder[storageKey] = targets
  subscribe("http.server.request.start", (message) => {
    if (!(message instanceof Object && "request" in message)) return
    const { request } = message
    if (!(request instanceof IncomingMessage)) return
    const target = request.url ?? ""
    targets.enterWith(target)
    const split = splitTarget(target)
    if (!isDecodable(split.path)) request.url = mendPath(split)
  })
}

/** The address of the request at hand as its client wrote it; where no server of Node's received it, `url`. */
export const rawTarget = (url: string): string => holder[storageKey]?.getStore() ?? url

/** The same in its parts. */
export const requestTarget = (url: string): RequestTarget => splitTarget(rawTarget(url))
