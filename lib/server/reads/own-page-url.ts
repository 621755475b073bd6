import type { CursorCipher, CursorScope } from "./cursor-cipher"

/**
 * The dashboard's own URL for a page of the platform's, or of a copy, whose query is given:
 * `/api/v1.4/departments?limit=100&cursor=…`.
 */
export function ownPageUrl(
  query: URLSearchParams,
  {
    cursors,
    scope,
    isCopied = false,
  }: { cursors: CursorCipher; scope: CursorScope; isCopied?: boolean },
): string {
  const own = new URLSearchParams()
  const limit = query.get("limit")
  if (limit && /^[1-9]\d*$/.test(limit)) own.set("limit", limit)
  own.set("cursor", cursors.seal({ search: query.toString(), isCopied }, scope))
  return `/api${scope.path}?${own}`
}
