import { type QueryClient, queryOptions } from "@tanstack/react-query"
import {
  type ListOperation,
  type ListQuery,
  type PathParameters,
  printListQuery,
} from "@/lib/catalogue"
import type { PageAnswer } from "./answers"
import { fetchPage } from "./answers"
import { api } from "./api"
import { firstPageUrl } from "./list-url"
import type { PageList } from "./page-list"
import { renewList, startList } from "./put-page"
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

/**
 * A list as a query of its pages: the query reads the first page, `PageReader` the others. When the
 * query runs again, the rows stay until their pages have been read again.
 */
export function listOptions(
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
) {
  const url = firstPageUrl(operation, parameters, query)
  const queryKey = queryKeys.list(operation, parameters, query)
  const options = queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PageList> => {
      const page = await fetchPage(url, { signal })
      const list = client.getQueryData<PageList>(queryKey)
      return list ? renewList(list, page, "anyhow") : startList(url, page)
    },
    structuralSharing: false,
    ...readOnce,
  })
  return { ...options, firstUrl: url }
}

export type ListOptions = ReturnType<typeof listOptions>

/** What the query holds when only the first page is known: for prefetching. */
export const singlePage = (options: ListOptions, page: PageAnswer): PageList =>
  startList(options.firstUrl, page)

/**
 * Reads a list's first page from the source again; the other pages stay until they are read again in
 * their turn. Pages on their way are abandoned first. Throws `ApiProblem`; then the old pages stay.
 */
export async function refreshList(client: QueryClient, options: ListOptions): Promise<void> {
  await client.cancelQueries({ queryKey: options.queryKey, exact: true })
  const page = await fetchPage(options.firstUrl, { fresh: true })
  client.setQueryData(options.queryKey, (list: PageList | undefined) =>
    list ? renewList(list, page, "fresh") : startList(options.firstUrl, page),
  )
}

/**
 * How many rows of a whole list meet a query's filters, and how much of it is copied: asked by itself, since
 * counting may take longer than the first rows. `asOf` is that of these rows, so that newer ones are counted anew.
 */
export function totalOptions(operation: ListOperation, query: ListQuery, asOf: string | undefined) {
  const counted = printListQuery(operation, { filters: query.filters, sort: [] })
  const parameters = { list: operation.wholeOf ?? operation.id }
  return queryOptions({
    queryKey: [...queryKeys.resource(operation.record), "total", `${counted}`, asOf],
    queryFn: ({ signal }) =>
      api.get("/api/answers/{list}/total", { parameters, query: counted, signal }),
    ...readOnce,
  })
}
