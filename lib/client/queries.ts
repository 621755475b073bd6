import { queryOptions } from "@tanstack/react-query"
import { type ListOperation, type ListQuery, printListQuery } from "@/lib/catalogue"
import { api } from "./api"
import { queryKeys } from "./query-keys"

/** A metered source is read once and then only on request; the server handles retries. */
export const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  retryOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: "always",
} as const

/**
 * The number of matching rows in a whole list, and how much of it is copied; a separate query,
 * because counting may take longer than the first rows. `asOf` is that of these rows, so that newer
 * ones are counted again.
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
