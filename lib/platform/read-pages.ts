import { type Catalogue, type ListEnvelope, printPath } from "../catalogue"
import { pageQuery, placeOf, refuseRepetition } from "./page-query"
import type { Upstream, UpstreamRead } from "./upstream"

/** A page of a traversal with the moment it came, in milliseconds since 1970. */
export interface ListPage {
  readonly envelope: ListEnvelope
  readonly receivedAt: number
}

const isList = (envelope: { readonly data: unknown }): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/**
 * Follows a list from where `first` begins to its last page, one call at a time. Throws `UpstreamError`:
 * `cursor_expired` where the traversal has to go on from a key, `upstream_invalid` where a page leads
 * elsewhere or back to one read before.
 */
export async function* readPages(
  first: UpstreamRead,
  { upstream, catalogue, apiUrl }: { upstream: Upstream; catalogue: Catalogue; apiUrl: string },
): AsyncGenerator<ListPage> {
  const path = printPath(first.operation, first.parameters)
  const places = new Set(first.following ? [placeOf(first.search)] : [])
  for (let read: UpstreamRead | undefined = first; read; ) {
    const { envelope, receivedAt } = await upstream.read(read)
    if (!isList(envelope)) throw new TypeError(`"${first.operation.id}" is no list.`)
    yield { envelope, receivedAt }
    if (!envelope.nextUrl) return
    const search = pageQuery(envelope.nextUrl, { catalogue, apiUrl, path })
    refuseRepetition(search, places)
    places.add(placeOf(search))
    read = { ...first, search, following: true }
  }
}
