import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import {
  type ListOperation,
  parseSeriesQuery,
  printCell,
  printSeriesQuery,
  type SeriesAnswer,
  type SeriesCell,
  type SeriesQuery,
  type SeriesRows,
} from "@/lib/catalogue"
import type { SeriesFormat } from "@/lib/contract"
import { api, apiKey, printUrl } from "./api"

const placeOf = (dataSetId: string) => `/api/kpis/${encodeURIComponent(dataSetId)}`

/** The own URL of the answer to a question as a file. */
export function seriesUrl(
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuery,
  format: SeriesFormat,
): string {
  const search = printSeriesQuery(operation, question)
  search.set("format", format)
  return `${placeOf(dataSetId)}/series?${search}`
}

/** The answer to a question; `version` is what the copy holds, to ask again when that changes. */
export const seriesOptions = (
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuery,
  version = "",
) => {
  const path = "/api/kpis/{dataSetId}/series"
  const requested = { parameters: { dataSetId }, query: printSeriesQuery(operation, question) }
  const options = queryOptions({
    queryKey: [...apiKey(path, requested), version],
    queryFn: ({ signal }): Promise<SeriesAnswer> => api.get(path, { ...requested, signal }),
    placeholderData: keepPreviousData,
  })
  return { ...options, url: printUrl(path, requested) }
}

/** What can be asked instead of a question whose values are all hidden, the nearest first. */
export const suggestionsOptions = (
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuery,
  version = "",
) => {
  const path = "/api/kpis/{dataSetId}/suggestions"
  const requested = { parameters: { dataSetId }, query: printSeriesQuery(operation, question) }
  return queryOptions({
    queryKey: [...apiKey(path, requested), version],
    queryFn: async ({ signal }): Promise<readonly SeriesQuery[]> => {
      const { suggestions } = await api.get(path, { ...requested, signal })
      return suggestions.flatMap((text) => {
        const parsed = parseSeriesQuery(operation, new URLSearchParams(text))
        return parsed.ok ? [parsed.query] : []
      })
    },
  })
}

/** A cell of a question's answer. */
interface AskedRows {
  readonly question: SeriesQuery
  readonly cell: SeriesCell
}

/** The parameters that ask for the rows behind a cell. */
const printRowsQuery = (operation: ListOperation, { question, cell }: AskedRows) =>
  printCell(cell, printSeriesQuery(operation, question))

/** The own URL of all rows behind a cell as a file. */
export function seriesRowsUrl(
  operation: ListOperation,
  dataSetId: string,
  requested: AskedRows,
  format: SeriesFormat,
): string {
  const search = printRowsQuery(operation, requested)
  search.set("format", format)
  return `${placeOf(dataSetId)}/rows?${search}`
}

/** The rows behind a cell, page by page. */
export const seriesRowsOptions = (
  operation: ListOperation,
  dataSetId: string,
  requested: AskedRows,
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
