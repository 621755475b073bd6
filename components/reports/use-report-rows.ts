import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useState } from "react"
import type { ListOperation, PathParameters, Row } from "@/lib/catalogue"
import {
  ApiProblem,
  isCursorProblem,
  type ListOptions,
  listOptions,
  reloadList,
  toProblem,
  type View,
} from "@/lib/client"
import type { FirstPageProblem } from "./report-setup"

const noRows: readonly Row[] = []

const sameList = (a: readonly unknown[] | undefined, operation: string, path: PathParameters) =>
  a?.[2] === operation && JSON.stringify(a[3]) === JSON.stringify(path)

interface Restart {
  readonly key: string
  /** How often this list has been loaded again. */
  readonly count: number
  readonly running: boolean
  readonly problem?: ApiProblem
  /** True where the rows were loaded again because their place had expired. */
  readonly expired: boolean
}

/** Loads a list from its start again, in the place of what is shown. */
function useRestart(options: ListOptions) {
  const client = useQueryClient()
  const key = options.initialPageParam
  const [state, setState] = useState<Restart>()
  const current = state?.key === key ? state : undefined
  const count = current?.count ?? 0
  const restart = useCallback(
    (expired: boolean) => {
      setState({ key, count, running: true, expired })
      reloadList(client, options).then(
        () => setState({ key, count: count + 1, running: false, expired }),
        (error) => setState({ key, count, running: false, expired, problem: toProblem(error) }),
      )
    },
    [client, key, count, options],
  )
  return { restart, state: current }
}

/**
 * The rows of a view: all loaded pages in the order of their cursors, each cursor asked for once and
 * one after another. While a new question is on its way the rows before it stay, marked `stale`.
 */
export function useReportRows(
  operation: ListOperation,
  view: View,
  firstProblem: FirstPageProblem | undefined,
) {
  const options = useMemo(
    () => listOptions(operation, view.parameters, { filters: view.filters, sort: view.sort }),
    [operation, view],
  )
  const [answered, setAnswered] = useState(false)
  const held = !answered && firstProblem?.url === options.initialPageParam
  const query = useInfiniteQuery({
    ...options,
    enabled: !held,
    placeholderData: (previous, previousQuery) =>
      sameList(previousQuery?.queryKey, operation.id, view.parameters) ? previous : undefined,
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = query
  const { fetchNextPage, refetch } = query
  const { restart, state } = useRestart(options)

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData)
      void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage])

  const cursorLost = isFetchNextPageError && isCursorProblem(query.error)
  const restartedInVain = state?.expired === true && data?.pages.length === 1
  const startsOver = cursorLost && !restartedInVain && !state?.running && !state?.problem
  useEffect(() => {
    if (startsOver) restart(true)
  }, [startsOver, restart])

  const retry = useCallback(() => {
    setAnswered(true)
    if (state?.problem || cursorLost) restart(cursorLost || state?.expired === true)
    else if (isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
    else if (!held) void refetch()
  }, [state, cursorLost, restart, isFetchNextPageError, fetchNextPage, held, refetch])

  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? noRows, [data])
  const heldProblem = held ? new ApiProblem(firstProblem.details) : undefined
  const isHandled = startsOver || (cursorLost && state?.running)
  const queryProblem = query.error && !isHandled ? toProblem(query.error) : undefined
  return {
    rows,
    question: `${options.initialPageParam} ${state?.count ?? 0}`,
    firstPage: isPlaceholderData ? undefined : data?.pages[0],
    problem: heldProblem ?? state?.problem ?? queryProblem,
    hasMore: hasNextPage && !isPlaceholderData,
    isLoading: query.isPending && !held,
    isLoadingMore: query.isFetchingNextPage,
    isRefreshing: state?.running ?? false,
    isStale: isPlaceholderData,
    wasRestarted: state?.expired === true && !state.running && !state.problem,
    loadMore,
    refresh: () => restart(false),
    retry,
  }
}

export type ReportRows = ReturnType<typeof useReportRows>
