import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import {
  type ListOperation,
  parseSeriesQuestion,
  printCell,
  printSeriesQuestion,
  type SeriesAnswer,
  type SeriesCell,
  type SeriesQuestion,
  type SeriesRows,
} from "@/lib/catalogue"
import { fetchOwn } from "./fetcher"
import { queryKeys } from "./query-keys"

const groupSchema = z.union([
  z.object({ kind: z.enum(["label", "department", "user"]), key: z.string().nullable() }),
  z.object({ kind: z.literal("other"), members: z.number() }),
  z.object({ kind: z.literal("all") }),
])
const lineSchema = z.object({
  group: z.number(),
  values: z.array(z.number().nullable()),
  counts: z.array(z.number().nullable()),
  states: z.string(),
})
const daysSchema = z.object({
  from: z.string(),
  to: z.string(),
  edges: z.tuple([z.number(), z.number()]),
})
const figureSchema = daysSchema.extend({
  days: z.number(),
  value: z.number().nullable(),
  count: z.number().nullable(),
  state: z.string(),
})
const rangeSchema = z.object({
  from: z.string(),
  to: z.string(),
  edges: z.array(z.number()),
  partial: z.array(z.number()),
  lines: z.array(lineSchema),
  counted: daysSchema.optional(),
  toDate: figureSchema.extend({ first: figureSchema.optional() }).optional(),
})
const answerSchema = z.object({
  groups: z.array(groupSchema),
  ranges: z.array(rangeSchema).min(1),
  completeness: z.object({
    state: z.enum(["none", "partial", "complete"]),
    syncedUntil: z.string().nullable(),
    gaps: z.array(z.object({ from: z.string().nullable(), to: z.string().nullable() })),
  }),
  dataStart: z.object({ day: z.string().nullable(), from: z.number().nullable() }),
  dataEnd: z.object({
    cutoff: z.string().nullable(),
    until: z.number().nullable(),
    isBehind: z.boolean(),
  }),
  leftOut: z.object({ withoutValue: z.number(), suppressed: z.number(), unplaced: z.number() }),
  least: z.number().optional(),
  computedFrom: z.enum(["rollup", "rows"]),
})
const rowSchema = z.object({
  label: z.string().nullable(),
  timeStamp: z.string().nullable(),
  value: z.number().nullable(),
  departmentId: z.string().nullable(),
  userId: z.string().nullable(),
  block: z
    .object({
      labels: z.enum(["one", "several"]),
      departments: z.enum(["one", "below", "several"]),
      from: z.string(),
      to: z.string(),
    })
    .optional(),
})
const rowsSchema = z.object({
  count: z.number().nullable(),
  rows: z.array(rowSchema),
  after: z.string().optional(),
  least: z.number().optional(),
})

const suggestionsSchema = z.object({ suggestions: z.array(z.string()) })

const placeOf = (dataSetId: string) => `/api/kpis/${encodeURIComponent(dataSetId)}`

/** The own URL that a question is asked by; with a format, that of its answer as a file. */
export function seriesUrl(
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuestion,
  format?: "csv" | "xlsx",
): string {
  const search = printSeriesQuestion(operation, question)
  if (format) search.set("format", format)
  return `${placeOf(dataSetId)}/series?${search}`
}

/** The answer as the question's own types have it: the schema has looked at all that came. */
function withQuestion(
  question: SeriesQuestion,
  { ranges, ...answer }: z.infer<typeof answerSchema>,
): SeriesAnswer {
  const [first, ...others] = ranges.flatMap((range, index) => {
    const asked = question.ranges[index]
    return asked === undefined ? [] : [{ ...range, range: asked }]
  })
  if (!first) throw new TypeError("An answer has a range.")
  return { ...answer, question, ranges: [first, ...others] } as SeriesAnswer
}

/** The answer to a question; `version` is what the copy holds, to ask again when that changes. */
export const seriesOptions = (
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuestion,
  version = "",
) =>
  queryOptions({
    queryKey: [
      ...queryKeys.series(dataSetId),
      "answer",
      `${printSeriesQuestion(operation, question)}`,
      version,
    ],
    queryFn: async ({ signal }): Promise<SeriesAnswer> => {
      const url = seriesUrl(operation, dataSetId, question)
      return withQuestion(question, await fetchOwn(url, answerSchema, { signal }))
    },
    placeholderData: keepPreviousData,
  })

/** What can be asked instead of a question whose values are all hidden, the nearest first. */
export const suggestionsOptions = (
  operation: ListOperation,
  dataSetId: string,
  question: SeriesQuestion,
  version = "",
) => {
  const search = `${printSeriesQuestion(operation, question)}`
  return queryOptions({
    queryKey: [...queryKeys.series(dataSetId), "suggestions", search, version],
    queryFn: async ({ signal }): Promise<readonly SeriesQuestion[]> => {
      const url = `${placeOf(dataSetId)}/suggestions?${search}`
      const { suggestions } = await fetchOwn(url, suggestionsSchema, { signal })
      return suggestions.flatMap((text) => {
        const parsed = parseSeriesQuestion(operation, new URLSearchParams(text))
        return parsed.ok ? [parsed.question] : []
      })
    },
  })
}

/** The own URL of the rows behind a cell; with a format, that of all of them as a file. */
export function seriesRowsUrl(
  operation: ListOperation,
  dataSetId: string,
  { question, cell }: { readonly question: SeriesQuestion; readonly cell: SeriesCell },
  more: { readonly after?: string; readonly format?: "csv" | "xlsx" } = {},
): string {
  const search = printCell(cell, printSeriesQuestion(operation, question))
  for (const [name, text] of Object.entries(more)) search.set(name, text)
  return `${placeOf(dataSetId)}/rows?${search}`
}

/** The rows behind a cell, page by page. */
export const seriesRowsOptions = (
  operation: ListOperation,
  dataSetId: string,
  asked: { readonly question: SeriesQuestion; readonly cell: SeriesCell },
) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.series(dataSetId), "rows", seriesRowsUrl(operation, dataSetId, asked)],
    queryFn: ({ pageParam, signal }): Promise<SeriesRows> => {
      const more = pageParam === undefined ? {} : { after: pageParam }
      const url = seriesRowsUrl(operation, dataSetId, asked, more)
      return fetchOwn(url, rowsSchema, { signal }) as Promise<SeriesRows>
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
  })
