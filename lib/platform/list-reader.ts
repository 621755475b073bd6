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

/** The list that a page belongs to: its canonical path, `/v1.4/departments`, on the platform at `apiUrl`. */
export interface PageOf {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly path: string
}

/** The API path of a URL of the platform: `/v1.4/departments`; undefined for any other. */
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
 * The query of the platform's `nextUrl` or `previousUrl`, which may carry a cursor or an offset (decisions
 * "Paging"). Throws `upstream_invalid` where it leads anywhere but to the same list on the platform.
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

/** Throws `upstream_invalid` where a page leads to one that has been read: it would be followed for ever. */
export function refuseRepetition(query: URLSearchParams, read: ReadonlySet<string>): void {
  if (read.has(pageKey(query)))
    throw new UpstreamError("upstream_invalid", { reason: "repeated_page" })
}

/** Where a traversal continues, as it is stored between pages: a page's query; `following` where it is of a `nextUrl`. */
export interface ListPosition {
  readonly search: string
  readonly following: boolean
}

/** A page with the position after it, null at the end, and the moment it came in milliseconds since 1970. */
export interface PlatformPage {
  readonly envelope: ListEnvelope
  readonly receivedAt: number
  readonly next: ListPosition | null
}

/** A list with its path parameters, for whom it is read, and from which platform. */
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
   * Reads the page at a position. `seen` are the pages of the same traversal that have been followed; it
   * grows. Throws `UpstreamError`: `cursor_expired` where the traversal has to continue from a key,
   * `upstream_invalid` where the page leads elsewhere or back to one read before; and the reason of the
   * ticket's signal as soon as it aborts.
   */
  read(position: ListPosition, seen?: Set<string>): Promise<PlatformPage>
  /** Returns the number of calls of the platform, failed ones too, and resets it. */
  takeCalls(): number
}

const isList = (envelope: { readonly data: unknown }): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** Rejects when the signal aborts; the call itself goes on. */
async function orAbort<T>(call: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return call
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener("abort", leave)
  })
  return Promise.race([call, aborted]).finally(() => signal.removeEventListener("abort", leave))
}

/** Reads a list page by page from any position, with one call each; exports, copies and checks of whole lists use it. */
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

/** All pages of a list from a position on, one call at a time; throws as `ListReader.read` does. */
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
