import {
  isFollow,
  type ListOperation,
  type ListQuery,
  type PathParameters,
  parseListQuery,
  parsePathParameters,
  printListQuery,
  printPath,
  printSort,
  type RowScope,
  refuseQuery,
} from "../../catalogue"
import type { ReadOperation } from "../../platform"
import { rowScopeOf, type Session, visibilityOf } from "../../session"
import { BffError } from "../http/problem"
import { requireSearch } from "../http/require-search"
import type { CursorCipher, EncryptedPage, ListScope } from "./cursor-cipher"

/** A permitted, well-formed read: what is asked, in canonical form, whose rows may be seen, and what its cursors are good for. */
export interface Question {
  readonly operation: ReadOperation
  readonly parameters: PathParameters
  /** The query of the platform, or of the dashboard's own copy where it follows a page of that. */
  readonly search: URLSearchParams
  readonly following: boolean
  readonly isCopied: boolean
  readonly rows: RowScope
  readonly scope: ListScope
}

/** Path parameters as guids; throws `invalid_path` (400). */
export function requireParameters(
  operation: Parameters<typeof parsePathParameters>[0],
  raw: PathParameters,
): PathParameters {
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) throw new BffError("invalid_path", { errors: parsed.problems })
  return parsed.parameters
}

/** The query with what it leaves open said, and the default order unsaid, so that equal questions print alike. */
const settleQuery = (operation: ListOperation, { sort, limit, ...rest }: ListQuery): ListQuery => ({
  ...rest,
  sort: printSort(sort) === operation.defaultSort ? [] : sort,
  limit: limit ?? operation.limit.default,
})

/** Throws `invalid_query` (400) for an operation that takes no query and is given one. */
export function requireNoQuery(raw: string): void {
  const unwanted = refuseQuery(requireSearch(raw))
  if (unwanted.length > 0) throw new BffError("invalid_query", { errors: unwanted })
}

function parseList(
  operation: ListOperation,
  search: URLSearchParams,
  unseal: (cursor: string) => EncryptedPage,
): Pick<Question, "search" | "following" | "isCopied"> {
  const parsed = parseListQuery(operation, search)
  if (!parsed.ok) throw new BffError("invalid_query", { errors: parsed.problems })
  const { query } = parsed
  if (!isFollow(query)) {
    const printed = printListQuery(operation, settleQuery(operation, query))
    return { search: printed, following: false, isCopied: false }
  }
  const page = unseal(query.cursor)
  const sealed = new URLSearchParams(page.search)
  if (query.limit !== undefined) sealed.set("limit", `${query.limit}`)
  return { search: sealed, following: true, isCopied: page.isCopied }
}

/** Parses path parameters, query and own cursor; throws a 400 or 410 before the platform is asked. */
export function parseQuestion({
  operation,
  raw,
  search,
  session,
  cursors,
}: {
  operation: ReadOperation
  raw: PathParameters
  search: string
  session: Session
  cursors: CursorCipher
}): Question {
  const parameters = requireParameters(operation, raw)
  const scope = {
    path: printPath(operation, parameters),
    visibility: visibilityOf(session.roles),
  }
  const rows = rowScopeOf(session)
  const query = requireSearch(search)
  if (operation.kind === "list") {
    const unseal = (cursor: string) => cursors.unseal(cursor, { ...scope, rows })
    return { operation, parameters, rows, scope, ...parseList(operation, query, unseal) }
  }
  const unwanted = refuseQuery(query)
  if (unwanted.length > 0) throw new BffError("invalid_query", { errors: unwanted })
  const whole = { search: new URLSearchParams(), following: false, isCopied: false }
  return { operation, parameters, rows, scope, ...whole }
}
