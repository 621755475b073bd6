import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query"
import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  printListQuery,
  printPath,
  type SingleOperation,
} from "@/lib/catalogue"
import type { Page } from "./answers"
import { fetchPage, fetchRecord } from "./fetcher"
import { queryKeys } from "./query-keys"

/** A metered source is read once and again only when a person asks; the server does the retrying. */
export const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  retryOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: "always",
} as const

/** The search of a list's first page; `limit` is always said, because only then the platform promises `nextUrl` (specification 8.2). */
export const firstPageSearch = (operation: ListOperation, query: ListQuery): URLSearchParams =>
  printListQuery(operation, { limit: operation.limit.default, ...query })

/** The own URL of a list's first page: `/api/v1.4/departments?type=Store&limit=100`. */
export const firstPageUrl = (
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
): string => `/api${printPath(operation, parameters)}?${firstPageSearch(operation, query)}`

/**
 * A list as an infinite query: the first page by the question, every further one by the URL that the
 * page before carries. Ask for more with `cancelRefetch: false`, so that each cursor is used once.
 */
export function listOptions(
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
) {
  return infiniteQueryOptions({
    queryKey: queryKeys.list(operation, parameters, query),
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, { signal }),
    initialPageParam: firstPageUrl(operation, parameters, query),
    getNextPageParam: (page: Page) => page.nextUrl,
    getPreviousPageParam: (page: Page) => page.previousUrl,
    ...readOnce,
  })
}

export type ListOptions = ReturnType<typeof listOptions>

/** What an infinite query holds when only the first page is known: for prefetching and for starting over. */
export const singlePage = (options: ListOptions, page: Page) => ({
  pages: [page],
  pageParams: [options.initialPageParam],
})

/**
 * Reads a list from its start again and puts the new first page in the place of all pages. Pages on
 * their way are abandoned first. Throws `ApiProblem`; then the old pages stay.
 */
export async function reloadList(
  client: QueryClient,
  options: ListOptions,
  { signal, fresh = true }: { signal?: AbortSignal; fresh?: boolean } = {},
): Promise<void> {
  await client.cancelQueries({ queryKey: options.queryKey, exact: true })
  const page = await fetchPage(options.initialPageParam, { fresh, ...(signal && { signal }) })
  client.setQueryData(options.queryKey, singlePage(options, page))
}

/** One record as a query. */
export function recordOptions(operation: SingleOperation, parameters: PathParameters) {
  return queryOptions({
    queryKey: queryKeys.record(operation, parameters),
    queryFn: ({ signal }) => fetchRecord(`/api${printPath(operation, parameters)}`, { signal }),
    ...readOnce,
  })
}
