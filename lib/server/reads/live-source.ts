import "server-only"
import type { Catalogue } from "../../catalogue"
import { pageKey, pageQuery, refuseRepetition, type Upstream } from "../../platform"
import { isList, printPage, printRecord } from "../http/print-body"
import { type CursorCipher, ownPageUrl } from "./cursor-cipher"
import type { UpstreamHider } from "./hide-upstream"
import type { Source } from "./source"

export interface LiveSourceParts {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly upstream: Pick<Upstream, "read">
  readonly upstreamHider: UpstreamHider
  readonly cursors: CursorCipher
}

/**
 * Answers directly from the platform and rewrites its page URLs. Throws `upstream_invalid` if a
 * page URL leads to anything but the same list, or the next page is the requested one.
 */
export function createLiveSource(parts: LiveSourceParts): Source {
  const { catalogue, apiUrl, upstream, upstreamHider, cursors } = parts
  return async ({ operation, parameters, search, following, rows, scope }, context) => {
    const { requestId, traceparent, onSent, priority, person, signal } = context
    const { envelope, receivedAt: asOf } = await upstream.read({
      operation,
      parameters,
      scope: rows,
      search,
      following,
      requestId,
      traceparent,
      ticket: { priority, ...(person !== undefined && { person }), ...(signal && { signal }) },
      onSent,
    })
    const data = JSON.stringify(envelope.data)
    if (!isList(envelope)) return { text: printRecord(data, upstreamHider), source: "live", asOf }
    const { count = envelope.data.length } = envelope
    const page = { catalogue, apiUrl, path: scope.path }
    const readQuery = (address: string | null | undefined) =>
      address ? pageQuery(address, page) : undefined
    const ownUrl = (query: URLSearchParams | undefined) =>
      query && ownPageUrl(query, { cursors, scope: { ...scope, rows } })
    const next = readQuery(envelope.nextUrl)
    const previous = readQuery(envelope.previousUrl)
    if (next && following) refuseRepetition(next, new Set([pageKey(search)]))
    const pages = { nextUrl: ownUrl(next), previousUrl: ownUrl(previous) }
    return { text: printPage({ data, count, ...pages }, upstreamHider), source: "live", asOf }
  }
}
