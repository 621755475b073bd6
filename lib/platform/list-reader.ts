import { randomUUID } from "node:crypto"
import {
  type Catalogue,
  type ListEnvelope,
  type ListOperation,
  matchPath,
  type PathParameters,
  parsePathParameters,
  printPath,
  type RowScope,
} from "../catalogue"
import type { Ticket } from "./governor"
import type { Upstream } from "./upstream"
import { UpstreamError } from "./upstream-error"

/** The list of a page: its canonical path, `/v1.4/departments`, on the platform at `apiUrl`. */
export interface PageOf {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly path: string
}

/** The API path of a platform URL: `/v1.4/departments`. Undefined for any other URL. */
export function apiPath(address: URL, apiUrl: string): string | undefined {
  const base = new URL(apiUrl)
  const prefix = base.pathname.replace(/\/$/, "")
  const inside = address.origin === base.origin && address.pathname.startsWith(`${prefix}/`)
  return inside ? address.pathname.slice(prefix.length) : undefined
}

function canonicalPath(address: URL, { catalogue, apiUrl }: PageOf): string | undefined {
  const match = matchPath(catalogue, "GET", apiPath(address, apiUrl) ?? "")
  if (match.kind !== "operation") return undefined
  const parsed = parsePathParameters(match.operation, match.raw)
  return parsed.ok ? printPath(match.operation, parsed.parameters) : undefined
}

/**
 * The query of the platform's `nextUrl` or `previousUrl`, which may carry a cursor or an offset
 * (decisions "Paging"). Throws `upstream_invalid` unless it leads to the same list on the platform.
 */
export function pageQuery(address: string, page: PageOf): URLSearchParams {
  const target = URL.canParse(address) ? new URL(address) : undefined
  const query = target?.searchParams
  const same = target && canonicalPath(target, page) === page.path
  if (!same || !(query?.has("cursor") || query?.has("offset")))
    throw new UpstreamError("upstream_invalid", { reason: "foreign_page" })
  return query
}

/** Identifies a page within its list. */
export const pageKey = (query: URLSearchParams): string =>
  `${query.get("cursor")} ${query.get("offset")}`

/** Throws `upstream_invalid` if a page leads to one already read, which would loop forever. */
export function refuseRepetition(query: URLSearchParams, read: ReadonlySet<string>): void {
  if (read.has(pageKey(query)))
    throw new UpstreamError("upstream_invalid", { reason: "repeated_page" })
}

/**
 * Where a traversal continues, as stored between pages: a page's query. `following` if it comes
 * from a `nextUrl`.
 */
export interface ListPosition {
  readonly search: string
  readonly following: boolean
}

/**
 * A page, the position after it (null at the end), and when it arrived in milliseconds since 1970.
 */
export interface PlatformPage {
  readonly envelope: ListEnvelope
  readonly receivedAt: number
  readonly next: ListPosition | null
}

/** A list with its path parameters, the requester's ticket, and the platform. */
export interface ListSource {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "read">
  readonly apiUrl: string
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly scope: RowScope
  readonly ticket: Ticket
}

export interface ListReader {
  /**
   * Reads the page at a position. `seen` holds the pages already followed in the traversal, and
   * grows. Throws `UpstreamError`: `cursor_expired` if the traversal has to continue from a key,
   * `upstream_invalid` if the page leads elsewhere or back. Throws the reason of the ticket's
   * signal as soon as it aborts.
   */
  read(position: ListPosition, seen?: Set<string>): Promise<PlatformPage>
  /** Returns the number of calls to the platform, including failed ones, and resets it. */
  takeCalls(): number
}

const isList = (envelope: { readonly data: unknown }): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** Rejects when the signal aborts. The call itself continues. */
async function orAbort<T>(call: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return call
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener("abort", leave)
  })
  return Promise.race([call, aborted]).finally(() => signal.removeEventListener("abort", leave))
}

/**
 * Reads a list page by page from any position, with one call per page. Used by exports, copies and
 * checks of whole lists.
 */
export function createListReader(source: ListSource): ListReader {
  const { catalogue, upstream, apiUrl, operation, parameters, scope, ticket } = source
  const path = printPath(operation, parameters)
  let calls = 0

  function nextPosition(
    { search, following }: ListPosition,
    nextUrl: string | null | undefined,
    seen: Set<string>,
  ): ListPosition | null {
    if (!nextUrl) return null
    const next = pageQuery(nextUrl, { catalogue, apiUrl, path })
    if (following) seen.add(pageKey(new URLSearchParams(search)))
    refuseRepetition(next, seen)
    return { search: next.toString(), following: true }
  }

  return {
    async read(position, seen = new Set()) {
      ticket.signal?.throwIfAborted()
      const call = upstream.read({
        operation,
        parameters,
        scope,
        ticket,
        requestId: randomUUID(),
        search: new URLSearchParams(position.search),
        following: position.following,
        onSent: () => {
          calls += 1
        },
      })
      const { envelope, receivedAt } = await orAbort(call, ticket.signal)
      if (!isList(envelope)) throw new TypeError(`"${operation.id}" is no list.`)
      return { envelope, receivedAt, next: nextPosition(position, envelope.nextUrl, seen) }
    },
    takeCalls() {
      const taken = calls
      calls = 0
      return taken
    },
  }
}

/** All pages of a list from a position on, one call at a time. Throws like `ListReader.read`. */
export async function* readPages(
  source: ListSource,
  from: ListPosition,
): AsyncGenerator<PlatformPage, void> {
  const { read } = createListReader(source)
  const seen = new Set<string>()
  for (let position: ListPosition | null = from; position; ) {
    const page: PlatformPage = await read(position, seen)
    yield page
    position = page.next
  }
}
