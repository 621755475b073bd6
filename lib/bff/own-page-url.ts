import { type Catalogue, matchPath, parsePathParameters, printPath } from "../catalogue"
import type { CursorScope, CursorSeal } from "./cursor-seal"
import type { UpstreamHider } from "./hide-upstream"
import { BffError } from "./problem"

/** The API path that an address asks for, in canonical form; undefined where it is no operation of the platform. */
function canonicalPath(from: Catalogue, hider: UpstreamHider, address: URL): string | undefined {
  const match = matchPath(from, "GET", hider.apiPath(address) ?? "")
  if (match.kind !== "operation") return undefined
  const parsed = parsePathParameters(match.operation, match.raw)
  return parsed.ok ? printPath(match.operation, parsed.parameters) : undefined
}

/**
 * The dashboard's own URL for the platform's `nextUrl` or `previousUrl`, which may carry a cursor or an
 * offset (decisions "Paging"): `/api/v1.4/departments?limit=100&cursor=…`. Throws `upstream_invalid`
 * where it leads anywhere but to the same list on the platform.
 */
export async function ownPageUrl(
  address: string | null | undefined,
  {
    catalogue,
    hider,
    cursors,
    scope,
  }: { catalogue: Catalogue; hider: UpstreamHider; cursors: CursorSeal; scope: CursorScope },
): Promise<string | undefined> {
  if (!address) return undefined
  const target = URL.canParse(address) ? new URL(address) : undefined
  const query = target?.searchParams
  const same = target && canonicalPath(catalogue, hider, target) === scope.path
  if (!same || !(query?.has("cursor") || query?.has("offset")))
    throw new BffError("upstream_invalid")
  const own = new URLSearchParams()
  const limit = query.get("limit")
  if (limit && /^[1-9]\d*$/.test(limit)) own.set("limit", limit)
  own.set("cursor", await cursors.seal(query.toString(), scope))
  return `/api${scope.path}?${own}`
}
