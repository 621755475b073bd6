import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { fetchOwn } from "./fetcher"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const exportSchema = z.object({
  id: z.string(),
  operation: z.string(),
  /** Filters and order, in the form of the list's own query. */
  query: z.string(),
  state: z.enum(["running", "paused", "done", "failed", "cancelled"]),
  isWaiting: z.boolean(),
  rows: z.number(),
  calls: z.number(),
  /** The code of what holds it up, or stopped it. */
  reason: z.string().nullable(),
  format: z.enum(["csv", "xlsx"]),
  expectedRows: z.number().nullable(),
  bytes: z.number().nullable(),
  createdAt: z.string(),
  file: z.object({ name: z.string(), isComplete: z.boolean() }).nullable(),
})

/** One of the person's exports. */
export type ExportJob = z.infer<typeof exportSchema>

/** What an export can be asked to become. */
export type ExportWish = "paused" | "running" | "cancelled"

/** What is to be exported, in the form of `POST /api/exports`. */
export interface ExportOrder {
  readonly operation: string
  readonly parameters: { readonly [name: string]: string }
  readonly query: string
  readonly columns: readonly string[]
  readonly labels?: readonly string[]
  readonly format: ExportJob["format"]
  readonly bom: boolean
  readonly separator: "," | ";"
  /** The time zone of a workbook's dates. */
  readonly timeZone?: string
  /** What the head of a workbook's column of names ends with. */
  readonly nameHead?: string
  /** How many rows there are, where all of them are known. */
  readonly expectedRows?: number
}

/** What a report knows of its rows before it is exported. */
export interface KnownRows {
  readonly rows: number
  /** False where more exist, or may. */
  readonly isAll: boolean
}

const exportsUrl = "/api/exports"
const exportsSchema = z.object({ exports: z.array(exportSchema) })
const estimateSchema = z.object({
  rowsPerCall: z.number(),
  calls: z.number(),
  minutes: z.number(),
  callsPerMinute: z.number().nullable(),
  isAtLeast: z.boolean(),
})

/** What an export will cost: calls and minutes, the least where more rows may exist; no pace where there is no limit. */
export type ExportEstimate = z.infer<typeof estimateSchema>

const lookEveryMs = 2000

/** The person's exports, newest first, looked at again while one of them runs. */
export const exportsOptions = () =>
  queryOptions({
    queryKey: queryKeys.exports(),
    queryFn: async ({ signal }) => (await fetchOwn(exportsUrl, exportsSchema, { signal })).exports,
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ state }) => state === "running") ? lookEveryMs : false,
  })

/** What an export of a list costs, as far as its known rows tell. */
export function exportEstimateOptions(operation: string, { rows, isAll }: KnownRows) {
  const asked = new URLSearchParams({ operation, rows: `${rows}`, all: `${isAll}` })
  return queryOptions({
    queryKey: [...queryKeys.exports(), "estimate", `${asked}`],
    queryFn: ({ signal }) =>
      fetchOwn(`${exportsUrl}/estimate?${asked}`, estimateSchema, { signal }),
    staleTime: 0,
  })
}

/** Starts an export; throws `ApiProblem`. */
export async function startExport(order: ExportOrder): Promise<void> {
  await sendOwn(exportsUrl, { method: "POST", json: order })
}

const exportUrl = (id: string) => `${exportsUrl}/${encodeURIComponent(id)}`

/** Pauses, resumes or cancels an export; throws `ApiProblem`. */
export async function changeExport(id: string, state: ExportWish): Promise<void> {
  await sendOwn(exportUrl(id), { method: "PATCH", json: { state } })
}

/** Removes an export with its file; throws `ApiProblem`. */
export async function removeExport(id: string): Promise<void> {
  await sendOwn(exportUrl(id), { method: "DELETE" })
}

export const exportFileUrl = (id: string): string => `${exportUrl(id)}/file`
export const exportManifestUrl = (id: string): string => `${exportUrl(id)}/manifest`
