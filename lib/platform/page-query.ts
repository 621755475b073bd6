import { type Catalogue, matchPath, parsePathParameters, printPath } from "../catalogue"
import { UpstreamError } from "./upstream-error"

/** The list that a page belongs to: its canonical path, `/v1.4/departments`, on the platform at `apiUrl`. */
export interface PageOf {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly path: string
}

/** The API path of an address on the platform: `/v1.4/departments`; undefined for any other. */
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

/** The place in its list that a page's query names. */
export const pageKey = (query: URLSearchParams): string =>
  `${query.get("cursor")} ${query.get("offset")}`

/** Throws `upstream_invalid` where a page leads to one of the places that have been read: it would be followed for ever. */
export function refuseRepetition(query: URLSearchParams, read: ReadonlySet<string>): void {
  if (read.has(pageKey(query)))
    throw new UpstreamError("upstream_invalid", { reason: "repeated_page" })
}
