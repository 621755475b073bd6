import type { CursorScope, CursorSeal } from "./cursor-seal"

/**
 * The dashboard's own URL for a page of the platform's, whose query is given:
 * `/api/v1.4/departments?limit=100&cursor=…`.
 */
export function ownPageUrl(
  query: URLSearchParams,
  { cursors, scope }: { cursors: CursorSeal; scope: CursorScope },
): string {
  const own = new URLSearchParams()
  const limit = query.get("limit")
  if (limit && /^[1-9]\d*$/.test(limit)) own.set("limit", limit)
  own.set("cursor", cursors.seal(query.toString(), scope))
  return `/api${scope.path}?${own}`
}
