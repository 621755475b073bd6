import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  parseSort,
  printListQuery,
  printPath,
  type SortTerm,
} from "@/lib/catalogue"

/** The search of a list's first page; `limit` is always given, because only then the platform promises `nextUrl` (specification 8.2). */
export const firstPageSearch = (operation: ListOperation, query: ListQuery): URLSearchParams =>
  printListQuery(operation, { limit: operation.limit.default, ...query })

/** The own URL of a list's first page: `/api/v1.4/departments?type=Store&limit=100`. */
export const firstPageUrl = (
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
): string => `/api${printPath(operation, parameters)}?${firstPageSearch(operation, query)}`

/** The order in which a page reads a list where nobody chose one; empty where that is the API's own. */
export const pageSort = (operation: ListOperation): readonly SortTerm[] =>
  operation.pageSort === undefined ? [] : parseSort(operation, operation.pageSort).sort
