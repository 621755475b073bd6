import { randomUUID } from "node:crypto"
import {
  type Catalogue,
  type ListEnvelope,
  type ListOperation,
  type PathParameters,
  printPath,
  type RowScope,
} from "../catalogue"
import type { Ticket } from "./governor"
import { pageKey, pageQuery, refuseRepetition } from "./page-query"
import type { Upstream } from "./upstream"

/** Where a traversal goes on, as it is stored between pages: a page's query; `following` where it is of a `nextUrl`. */
export interface ListPosition {
  readonly search: string
  readonly following: boolean
}

/** A page with the position after it, null at the end, and the moment it came in milliseconds since 1970. */
export interface ListPage {
  readonly envelope: ListEnvelope
  readonly receivedAt: number
  readonly next: ListPosition | null
}

/** A list under the things that its path names, for whom it is read, and the platform that has it. */
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
   * grows. Throws `UpstreamError`: `cursor_expired` where the traversal has to go on from a key,
   * `upstream_invalid` where the page leads elsewhere or back to one read before. Throws what the ticket's
   * signal says as soon as it does.
   */
  read(position: ListPosition, seen?: Set<string>): Promise<ListPage>
  /** Calls of the platform since this was last asked, also those that failed. */
  takeCalls(): number
}

const isList = (envelope: { readonly data: unknown }): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** Waits for the call no longer than the signal lets it; a call under way goes on by itself. */
async function orAbort<T>(call: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return call
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener("abort", leave)
  })
  return Promise.race([call, aborted]).finally(() => signal.removeEventListener("abort", leave))
}

/** Reads a list page by page, from any position, one call for each; exports, copies and readings of whole lists are made of it. */
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
): AsyncGenerator<ListPage, void> {
  const { read } = createListReader(source)
  const seen = new Set<string>()
  for (let position: ListPosition | null = from; position; ) {
    const page: ListPage = await read(position, seen)
    yield page
    position = page.next
  }
}
