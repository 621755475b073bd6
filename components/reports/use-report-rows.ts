import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { ListOperation, ListQuery, PathParameters } from "@/lib/catalogue"
import {
  ApiProblem,
  coverageRefreshMs,
  firstPageUrl,
  type ListOptions,
  type LoadedPage,
  listOptions,
  PageReader,
  type ReportRequest,
  refreshList,
  toProblem,
  totalOptions,
} from "@/lib/client"
import { type GridRows, gridRowsFrom } from "../data-table"
import type { FirstPageProblem, ReportSetup } from "./report-setup"

const sameList = (a: readonly unknown[] | undefined, operation: string, path: PathParameters) =>
  a?.[2] === operation && JSON.stringify(a[3]) === JSON.stringify(path)

interface Refreshing {
  readonly key: string
  readonly running: boolean
  readonly problem?: ApiProblem
}

/** Reads a list from the source again, to replace what is shown. */
function useRefresh(options: ListOptions, reader: PageReader) {
  const client = useQueryClient()
  const key = options.firstUrl
  const [state, setState] = useState<Refreshing>()
  const refresh = useCallback(() => {
    setState({ key, running: true })
    reader.stop()
    refreshList(client, options)
      .then(
        () => setState({ key, running: false }),
        (error) => setState({ key, running: false, problem: toProblem(error) }),
      )
      .then(reader.retry)
  }, [client, key, options, reader])
  return { refresh, ...(state?.key === key && { state }) }
}

/** What is on its way: the first rows, those of another view, more behind those shown, or the same anew. */
type Reading = "first" | "other" | "more" | "anew"

/** The reader of a list's further pages, and what it is doing. */
function usePageReader(options: ListOptions, list: ReportRequest) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are those of the list
  const reader = useMemo(() => new PageReader(client, options, list), [client, options])
  const state = useSyncExternalStore(reader.subscribe, reader.getState, reader.getState)
  return { reader, state }
}

/** How many rows there are of a whole list, once its first ones are there; of the platform's lists nobody knows. */
function useTotal(operation: ListOperation, query: ListQuery, page: LoadedPage | undefined) {
  const enabled = operation.wholeOf !== undefined && page !== undefined
  const options = totalOptions(operation, query, page?.asOf)
  return useQuery({
    ...options,
    enabled,
    refetchInterval: ({ state }) =>
      !state.data || state.data.coverage.isComplete ? false : coverageRefreshMs,
  }).data
}

/**
 * The rows of a view in the order of their cursors, each page read as it is needed and one after
 * another. While those of another view are on their way the rows before stay.
 */
export function useReportRows(
  setup: ReportSetup,
  parameters: PathParameters,
  query: ListQuery,
  firstProblem: FirstPageProblem | undefined,
) {
  const { operation, fields } = setup
  const url = firstPageUrl(operation, parameters, query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL stands for path and query
  const options = useMemo(() => listOptions(operation, parameters, query), [operation, url])
  const { reader, state } = usePageReader(options, { operation, fields, parameters, query })
  const client = useQueryClient()
  const [answered, setAnswered] = useState(false)
  const wasRefused = !answered && firstProblem?.url === options.firstUrl
  const held = wasRefused && client.getQueryData(options.queryKey) === undefined
  const first = useQuery({
    ...options,
    enabled: !held,
    placeholderData: (previous, previousQuery) =>
      !held && sameList(previousQuery?.queryKey, operation.id, parameters) ? previous : undefined,
  })
  const { data, isPlaceholderData, refetch } = first
  const firstPage = isPlaceholderData ? undefined : data?.pages[0]
  const total = useTotal(operation, query, firstPage)
  const refreshing = useRefresh(options, reader)

  // A list that was renewed may need its pages in sight again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is what may have been renewed
  useEffect(() => reader.readOn(), [reader, data])

  const hasProblem = state.problem !== undefined
  const { refresh } = refreshing
  const refreshFailed = refreshing.state?.problem !== undefined
  const retry = useCallback(() => {
    setAnswered(true)
    if (refreshFailed) refresh()
    else if (hasProblem) reader.retry()
    else if (!held) void refetch()
  }, [refreshFailed, refresh, hasProblem, reader, held, refetch])

  // What is copied while somebody waits in front of an empty list is shown to them.
  const hasCome = firstPage?.count === 0 && total !== undefined && total.count > 0
  useEffect(() => {
    if (hasCome) void refetch()
  }, [hasCome, refetch])

  const rows: GridRows = useMemo(() => gridRowsFrom(data ?? { pages: [] }), [data])
  const heldProblem = held ? new ApiProblem(firstProblem.details) : undefined
  const reading = (): Reading | undefined => {
    if (first.isPending && !held) return "first"
    if (isPlaceholderData) return "other"
    if (state.isReading) return "more"
    return refreshing.state?.running ? "anew" : undefined
  }
  const queryProblem = first.error ? toProblem(first.error) : undefined
  return {
    rows,
    /** Tells one list of rows from another. */
    url: options.firstUrl,
    firstPage,
    /** How many rows there are in all, and how much is copied, where that is known. */
    total,
    problem: heldProblem ?? refreshing.state?.problem ?? queryProblem ?? state.problem,
    /** Rows exist behind those that are shown. */
    hasMore: data?.next !== undefined,
    reading: reading(),
    wasRestored: state.wasRestored,
    show: reader.show,
    refresh,
    retry,
  }
}

export type ReportRows = ReturnType<typeof useReportRows>
