import { z } from "zod"
import { printRowScope, type RowScope } from "../../catalogue"
import { createTextCipher, type SecretPair } from "../../encryption"
import { BffError } from "../http/problem"

/**
 * The dashboard's own URL for a page of the platform or of a copy, from its query:
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
  own.set("cursor", cursors.encrypt({ search: query.toString(), isCopied }, scope))
  return `/api${scope.path}?${own}`
}

/** A list, identified by its version and path, and a group of people who may read the same. */
export interface ListScope {
  readonly path: string
  readonly visibility: string
}

/** The scope of a cursor: one list, and people who see the same rows of it. */
interface CursorScope extends ListScope {
  readonly rows: RowScope
}

/** A page's query, at the platform or, if it is copied, at the dashboard's own copy. */
export interface EncryptedPage {
  readonly search: string
  readonly isCopied: boolean
}

/** Encrypts paging queries, so that the browser can carry but not read or forge them. */
export interface CursorCipher {
  encrypt(page: EncryptedPage, scope: CursorScope): string
  /** The decrypted query; throws `invalid_cursor` (400) or, after 6 h, `cursor_expired` (410). */
  decrypt(cursor: string, scope: CursorScope): EncryptedPage
}

const lifetimeMs = 6 * 60 * 60 * 1000
const maxLength = 8192

const contentSchema = z.object({
  path: z.string(),
  visibility: z.string(),
  /** Absent from cursors of versions without scopes. */
  rows: z.string().default(printRowScope("all")),
  search: z.string(),
  isCopied: z.boolean(),
  issuedAt: z.number(),
})

/**
 * Encrypts cursors under a key derived from the dashboard's secret; they are valid for 6 h
 * (specification 8.6).
 */
export function createCursorCipher({
  clock,
  ...secrets
}: SecretPair & { clock: () => number }): CursorCipher {
  const cipher = createTextCipher(secrets, "cursor")

  function open(cursor: string) {
    if (cursor.length > maxLength) return undefined
    try {
      return contentSchema.parse(JSON.parse(cipher.decrypt(cursor)))
    } catch {
      return undefined
    }
  }

  return {
    encrypt(page, { path, visibility, rows: scope }) {
      const rows = printRowScope(scope)
      return cipher.encrypt(JSON.stringify({ ...page, path, visibility, rows, issuedAt: clock() }))
    },
    decrypt(cursor, scope) {
      const content = open(cursor)
      const fits =
        content?.path === scope.path &&
        content.visibility === scope.visibility &&
        content.rows === printRowScope(scope.rows)
      if (!fits)
        throw new BffError("invalid_cursor", {
          errors: [{ parameter: "cursor", message: "cursor was not issued for this list." }],
        })
      if (clock() - content.issuedAt >= lifetimeMs) throw new BffError("cursor_expired")
      const { search, isCopied } = content
      return { search, isCopied }
    },
  }
}
