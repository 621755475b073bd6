import { useInfiniteQuery } from "@tanstack/react-query"
import type { ListOperation, PathParameters, Row } from "@/lib/catalogue"
import { type ApiProblem, listOptions, pageSort, toProblem } from "@/lib/client"

/**
 * The first page of a list with the report's own query, so that opening the report costs nothing.
 */
export interface FirstPage {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly problem?: ApiProblem
  readonly retry: () => void
}

export function useFirstPage(
  operation: ListOperation,
  parameters: PathParameters,
  enabled = true,
): FirstPage {
  const everything = { filters: [], sort: pageSort(operation) }
  const query = useInfiniteQuery({ ...listOptions(operation, parameters, everything), enabled })
  return {
    rows: query.data?.pages[0]?.rows ?? [],
    hasMore: query.hasNextPage || (query.data?.pages.length ?? 0) > 1,
    isLoading: query.isFetching && query.data === undefined,
    ...(query.error && { problem: toProblem(query.error) }),
    retry: () => void query.refetch(),
  }
}
