import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import {
  type ListOperation,
  printCell,
  printSeriesQuery,
  type SeriesAnswer,
  type SeriesCell,
  type SeriesChanges,
  type SeriesQuery,
  type SeriesRows,
  seriesLimit,
} from "@/lib/catalogue"
import type { AnswerOf, contract, SeriesFormat } from "@/lib/contract"
import { api, apiKey, printUrl } from "./api"
import { headlineOf } from "./compare-series"

const pathOf = (dataSetId: string) => `/api/kpis/${encodeURIComponent(dataSetId)}`

/** The relative URL of a question's answer as a file. */
export function seriesUrl(
  operation: ListOperation,
  dataSetId: string,
  query: SeriesQuery,
  format: SeriesFormat,
): string {
  const search = printSeriesQuery(operation, query)
  search.set("format", format)
  return `${pathOf(dataSetId)}/series?${search}`
}

/**
 * The answer to a question; `version` identifies the copy's state, which triggers a refetch when it
 * changes.
 */
export const seriesOptions = (
  operation: ListOperation,
  dataSetId: string,
  query: SeriesQuery,
  version = "",
) => {
  const path = "/api/kpis/{dataSetId}/series"
  const requested = { parameters: { dataSetId }, query: printSeriesQuery(operation, query) }
  const options = queryOptions({
    queryKey: [...apiKey(path, requested), version],
    queryFn: ({ signal }): Promise<SeriesAnswer> => api.get(path, { ...requested, signal }),
    placeholderData: keepPreviousData,
  })
  return { ...options, url: printUrl(path, requested) }
}

/** The changes between a question's two ranges; `version` as for its answer. */
export const changesOptions = (
  operation: ListOperation,
  dataSetId: string,
  query: SeriesQuery,
  version = "",
) => {
  const path = "/api/kpis/{dataSetId}/changes"
  const requested = { parameters: { dataSetId }, query: printSeriesQuery(operation, query) }
  return queryOptions({
    queryKey: [...apiKey(path, requested), version],
    queryFn: ({ signal }): Promise<SeriesChanges> => api.get(path, { ...requested, signal }),
  })
}

const soonMs = 5000

type FoundSeries = AnswerOf<typeof contract.readManySeries>["series"][number]

/** Joins the responses of all requests for many data sets. */
export const joinSeries = (bodies: readonly unknown[]): readonly FoundSeries[] =>
  (bodies as readonly AnswerOf<typeof contract.readManySeries>[]).flatMap(({ series }) => series)

/**
 * The answers to one question for any number of data sets, or why one is missing; `version` as for
 * a single one. Polled while groups of people are being formed.
 */
export const manySeriesOptions = (
  operation: ListOperation,
  dataSets: readonly string[],
  query: SeriesQuery,
  version = "",
) => {
  const path = "/api/kpis/series"
  const search = printSeriesQuery(operation, query)
  const parts = Array.from({ length: Math.ceil(dataSets.length / seriesLimit) }, (_, at) => {
    const part = new URLSearchParams(search)
    part.set("dataSets", dataSets.slice(at * seriesLimit, (at + 1) * seriesLimit).join())
    return part
  })
  const options = queryOptions<readonly FoundSeries[]>({
    queryKey: [...apiKey(path, { query: search, dataSets }), version],
    refetchInterval: ({ state }) => {
      const isForming = (each: FoundSeries) =>
        "answer" in each && headlineOf(each.answer).lack === "unsynced"
      return state.data?.some(isForming) ? soonMs : false
    },
    queryFn: async ({ signal }): Promise<readonly FoundSeries[]> => {
      const found: FoundSeries[] = []
      for (const part of parts) found.push(...(await api.get(path, { query: part, signal })).series)
      return found
    },
    placeholderData: keepPreviousData,
  })
  return { ...options, urls: parts.map((part) => printUrl(path, { query: part })) }
}

/** A cell of a question's answer. */
interface RequestedRows {
  readonly question: SeriesQuery
  readonly cell: SeriesCell
}

/** The parameters that request the rows behind a cell. */
const printRowsQuery = (operation: ListOperation, { question: query, cell }: RequestedRows) =>
  printCell(cell, printSeriesQuery(operation, query))

/** The relative URL of all rows behind a cell as a file. */
export function seriesRowsUrl(
  operation: ListOperation,
  dataSetId: string,
  requested: RequestedRows,
  format: SeriesFormat,
): string {
  const search = printRowsQuery(operation, requested)
  search.set("format", format)
  return `${pathOf(dataSetId)}/rows?${search}`
}

/** The rows behind a cell, by page. */
export const seriesRowsOptions = (
  operation: ListOperation,
  dataSetId: string,
  requested: RequestedRows,
) => {
  const path = "/api/kpis/{dataSetId}/rows"
  const parameters = { dataSetId }
  return infiniteQueryOptions({
    queryKey: apiKey(path, { parameters, query: printRowsQuery(operation, requested) }),
    queryFn: ({ pageParam, signal }): Promise<SeriesRows> => {
      const query = printRowsQuery(operation, requested)
      if (pageParam !== undefined) query.set("after", pageParam)
      return api.get(path, { parameters, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
  })
}
