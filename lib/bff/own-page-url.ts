import type { CursorScope, CursorSeal } from "./cursor-seal"

/**
 * The dashboard's own URL for a page of the platform's, whose query is given:
 * `/api/v1.4/departments?limit=100&cursor=…`.
 */
export async function ownPageUrl(
  query: URLSearchParams,
  { cursors, scope }: { cursors: CursorSeal; scope: CursorScope },
): Promise<string> {
  const own = new URLSearchParams()
  const limit = query.get("limit")
  if (limit && /^[1-9]\d*$/.test(limit)) own.set("limit", limit)
  own.set("cursor", await cursors.seal(query.toString(), scope))
  return `/api${scope.path}?${own}`
}
