import type { HttpBindings } from "@hono/node-server"

/** Where a request enters: `incoming` is there when it came through Node's HTTP server. */
export type Bindings = Partial<HttpBindings>

/** A request's target as the client wrote it. */
export interface WrittenTarget {
  readonly path: string
  /** After the question mark, undecoded; empty without one. */
  readonly query: string
}

/** Divides a target at its first question mark. */
export function splitRequestTarget(target: string): WrittenTarget {
  const mark = target.indexOf("?")
  return mark < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/**
 * The path and query as the client wrote them. A `Request`'s URL will not do: it resolves `..` and
 * decodes, and paths match as written (decisions "Inventory").
 */
export function readRawTarget(request: Request, bindings: Bindings | undefined): WrittenTarget {
  const written = bindings?.incoming?.url
  if (written?.startsWith("/")) return splitRequestTarget(written)
  return splitRequestTarget(request.url.replace(/^[a-z]+:\/\/[^/?]*/i, ""))
}
