import "server-only"
import { AsyncLocalStorage } from "node:async_hooks"
import { subscribe } from "node:diagnostics_channel"
import { IncomingMessage } from "node:http"

/** A request's path and query, both undecoded; the query without its question mark. */
export interface RequestTarget {
  readonly path: string
  readonly search: string
}

const storageKey = Symbol.for("workplace-reporting.request-target")
const holder = globalThis as typeof globalThis & { [storageKey]?: AsyncLocalStorage<string> }

/** Splits an address into path and query, with or without a leading host. */
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

/**
 * Next responds with 500 to a broken escape in a path; escaping its percent signs makes it an
 * unknown path.
 */
const mendPath = ({ path, search }: RequestTarget): string =>
  `${path.replaceAll("%", "%25")}${search && `?${search}`}`

/**
 * Makes `requestTarget` return each request's address as sent. Next parses the query into a plain
 * object before a handler runs: it changes invalid escapes and drops names such as `__proto__` and
 * `nxtP…`, so filters would be altered or ignored.
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

/**
 * The address of the current request as sent by its client; `url` if it did not arrive through a
 * Node server.
 */
export const rawTarget = (url: string): string => holder[storageKey]?.getStore() ?? url

/** Same, split into path and query. */
export const requestTarget = (url: string): RequestTarget => splitTarget(rawTarget(url))
