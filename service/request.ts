import type { HttpBindings } from "@hono/node-server"

/** `incoming` is present if the request came through Node's HTTP server. */
export type Bindings = Partial<HttpBindings>

/** A request's target as the client wrote it. */
export interface WrittenTarget {
  readonly path: string
  /** The part after the question mark, undecoded. Empty without one. */
  readonly query: string
}

/** Splits a target at its first question mark. */
export function splitRequestTarget(target: string): WrittenTarget {
  const mark = target.indexOf("?")
  return mark < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/**
 * The path and query as the client wrote them. A `Request`'s URL resolves `..` and decodes, but
 * paths match exactly (decisions "Inventory").
 */
export function readRawTarget(request: Request, bindings: Bindings | undefined): WrittenTarget {
  const written = bindings?.incoming?.url
  if (written?.startsWith("/")) return splitRequestTarget(written)
  return splitRequestTarget(request.url.replace(/^[a-z]+:\/\/[^/?]*/i, ""))
}
