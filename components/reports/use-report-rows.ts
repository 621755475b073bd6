import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ListOperation, ListQuery, PathParameters } from "@/lib/catalogue"
import {
  ApiProblem,
  coverageRefreshMs,
  firstPageUrl,
  isCursorProblem,
  type ListOptions,
  listOptions,
  type PageAnswer,
  startListOver,
  toProblem,
  totalOptions,
} from "@/lib/client"
import { type GridRows, gridRowsFrom, type IndexRange } from "../data-table"
import type { FirstPageProblem, ReportSetup } from "./report-setup"

/** This many rows before and after the visible ones are prefetched. */
const nearRows = 60
/**
 * If cursors expire as soon as they are issued, a list cannot be read; this limits restarts without
 * a new row.
 */
const maxRestarts = 2

const sameList = (a: readonly unknown[] | undefined, operation: string, path: PathParameters) =>
  a?.[2] === operation && JSON.stringify(a[3]) === JSON.stringify(path)

/**
 * What is being read: the first rows, those of another view, another page, or the same rows again.
 */
type Reading = "first" | "other" | "more" | "anew"

/**
 * The number of rows in a whole list, once its first ones are loaded; unknown for the platform's
 * lists.
 */
function useTotal(operation: ListOperation, query: ListQuery, page: PageAnswer | undefined) {
  const enabled = operation.wholeOf !== undefined && page !== undefined
  const options = totalOptions(operation, query, page?.asOf)
  return useQuery({
    ...options,
    enabled,
    refetchInterval: ({ state }) =>
      !state.data || state.data.coverage.isComplete ? false : coverageRefreshMs,
  }).data
}

interface StartingOver {
  readonly fresh: boolean
  /** True if cursors were refused. */
  readonly wasRefused: boolean
}

/**
 * Reads a list from its start again, up to the visible rows: on request, or after its cursors were
 * refused.
 */
function useStartOver(options: ListOptions, rows: GridRows, inSight: { current: IndexRange }) {
  const client = useQueryClient()
  const { mutate, ...state } = useMutation({
    mutationKey: ["start-over", options.firstUrl],
    networkMode: "always",
    mutationFn: ({ fresh }: StartingOver) => {
      const { first } = inSight.current
      return startListOver(client, options, { index: first, key: rows.keyAt(first) }, { fresh })
    },
  })
  return { startOver: mutate, ...state }
}

/**
 * The rows of a view in cursor order. Pages are read on demand, one after another. While another
 * view loads, the previous rows stay.
 */
export function useReportRows(
  setup: ReportSetup,
  parameters: PathParameters,
  query: ListQuery,
  firstProblem: FirstPageProblem | undefined,
) {
  const { operation } = setup
  const url = firstPageUrl(operation, parameters, query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL stands for path and query
  const options = useMemo(() => listOptions(operation, parameters, query), [operation, url])
  const client = useQueryClient()
  const [answered, setAnswered] = useState(false)
  const wasRefused = !answered && firstProblem?.url === options.firstUrl
  const held = wasRefused && client.getQueryData(options.queryKey) === undefined
  const list = useInfiniteQuery({
    ...options,
    enabled: !held,
    placeholderData: (previous, previousQuery) =>
      !held && sameList(previousQuery?.queryKey, operation.id, parameters) ? previous : undefined,
  })
  const { data, isPlaceholderData, refetch, fetchNextPage, fetchPreviousPage } = list
  const { isFetching, hasNextPage, hasPreviousPage } = list
  const rows: GridRows = useMemo(() => gridRowsFrom(data ?? { pages: [] }), [data])
  const firstPage = isPlaceholderData ? undefined : data?.pages[0]
  const total = useTotal(operation, query, firstPage)

  const inSight = useRef<IndexRange>({ first: 0, end: 0 })
  const again = useStartOver(options, rows, inSight)
  const { startOver } = again
  const [restarts, setRestarts] = useState(0)
  const problem = list.error ?? again.error
  const isBusy = isFetching || again.isPending || isPlaceholderData || problem !== null

  const show = useCallback(
    (range: IndexRange) => {
      inSight.current = range
      if (isBusy) return
      const start = rows.count - rows.atHand
      const missing = start - Math.max(0, range.first - nearRows)
      if (missing > 0) {
        // Back to dropped rows: from the list's start if that is closer.
        if (hasPreviousPage && missing < range.end) void fetchPreviousPage()
        else startOver({ fresh: false, wasRefused: false })
      } else if (hasNextPage && range.end + nearRows >= rows.count) void fetchNextPage()
    },
    [isBusy, rows, hasPreviousPage, hasNextPage, fetchPreviousPage, fetchNextPage, startOver],
  )

  const isRefused = data !== undefined && isCursorProblem(list.error)
  const isRestarting = isRefused && !again.isPending && restarts < maxRestarts
  useEffect(() => {
    if (!isRestarting) return
    setRestarts((before) => before + 1)
    startOver({ fresh: false, wasRefused: true })
  }, [isRestarting, startOver])
  const count = rows.count
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row is what ends the series of restarts
  useEffect(() => setRestarts(0), [count])

  const refresh = useCallback(() => startOver({ fresh: true, wasRefused: false }), [startOver])
  const isRefreshFailed = again.error !== null
  const retry = useCallback(() => {
    setAnswered(true)
    setRestarts(0)
    if (isRefreshFailed) refresh()
    else if (list.isFetchNextPageError) void fetchNextPage()
    else if (list.isFetchPreviousPageError) void fetchPreviousPage()
    else if (!held) void refetch()
  }, [
    isRefreshFailed,
    refresh,
    list.isFetchNextPageError,
    list.isFetchPreviousPageError,
    fetchNextPage,
    fetchPreviousPage,
    held,
    refetch,
  ])

  // Rows copied while an empty list is open are shown.
  const hasCome = firstPage?.rows.length === 0 && total !== undefined && total.count > 0
  useEffect(() => {
    if (hasCome) void refetch()
  }, [hasCome, refetch])

  const heldProblem = held ? new ApiProblem(firstProblem.details) : undefined
  const reading = (): Reading | undefined => {
    if (list.isPending && !held) return "first"
    if (isPlaceholderData) return "other"
    if (list.isFetchingNextPage || list.isFetchingPreviousPage) return "more"
    return isFetching || again.isPending ? "anew" : undefined
  }
  return {
    rows,
    /** Identifies the list of rows. */
    url: options.firstUrl,
    firstPage,
    /** The total number of rows and how much is copied, if known. */
    total,
    problem:
      heldProblem ??
      (problem && !isRestarting && !again.isPending ? toProblem(problem) : undefined),
    /** True if there are rows after the visible ones. */
    hasMore: data?.pages.at(-1)?.nextUrl !== undefined,
    reading: reading(),
    /** True if cursors were refused and the list was restarted. */
    wasRestored: again.isSuccess && again.variables.wasRefused,
    show,
    refresh,
    retry,
  }
}

export type ReportRows = ReturnType<typeof useReportRows>
