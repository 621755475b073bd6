import { queryOptions } from "@tanstack/react-query"
import { type ListOperation, type ListQuery, printListQuery } from "@/lib/catalogue"
import { api } from "./api"
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
