import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  parseSort,
  printListQuery,
  printPath,
  type SortTerm,
} from "@/lib/catalogue"

/**
 * The search of a list's first page; always includes `limit`, because the platform only promises
 * `nextUrl` with it (specification 8.2).
 */
export const firstPageSearch = (operation: ListOperation, query: ListQuery): URLSearchParams =>
  printListQuery(operation, { limit: operation.limit.default, ...query })

/** The relative URL of a list's first page: `/api/v1.4/departments?type=Store&limit=100`. */
export const firstPageUrl = (
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
): string => `/api${printPath(operation, parameters)}?${firstPageSearch(operation, query)}`

/** A list's default order on its page; empty if it is the API's own. */
export const pageSort = (operation: ListOperation): readonly SortTerm[] =>
  operation.pageSort === undefined ? [] : parseSort(operation, operation.pageSort).sort
