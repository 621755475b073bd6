import { queryOptions } from "@tanstack/react-query"
import type { ExportEstimate, ExportJob, ExportOrder, WishedExportState } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { ExportEstimate, ExportJob, ExportOrder, WishedExportState }

/** What a report knows about its rows before an export. */
export interface KnownRows {
  readonly rows: number
  /** False if there are more, or may be. */
  readonly isAll: boolean
}

const refreshMs = 2000

/** The person's exports, newest first, polled while one of them runs. */
export const exportsOptions = () =>
  queryOptions({
    ...apiOptions("/api/exports"),
    select: ({ exports }) => exports,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.exports.some(({ state }) => state === "running") ? refreshMs : false,
  })

const lookMs = 400

/** A single export, polled until it ends. */
export const exportOptions = (id: string) =>
  queryOptions({
    ...apiOptions("/api/exports/{id}", { parameters: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data || data.state === "running" ? lookMs : false),
  })

/** The cost of exporting a list, as far as its known rows allow. */
export const exportEstimateOptions = (operation: string, { rows, isAll }: KnownRows) =>
  queryOptions({
    ...apiOptions("/api/exports/estimate", {
      query: { operation, rows: `${rows}`, all: isAll ? "true" : "false" },
    }),
    staleTime: 0,
  })

/** Starts an export; throws `ApiProblem`. */
export const startExport = (order: ExportOrder): Promise<ExportJob> =>
  api.post("/api/exports", { body: order })

/** Pauses, resumes or cancels an export; throws `ApiProblem`. */
export const changeExport = (id: string, state: WishedExportState): Promise<ExportJob> =>
  api.patch("/api/exports/{id}", { parameters: { id }, body: { state } })

/** Removes an export and its file; throws `ApiProblem`. */
export const removeExport = (id: string): Promise<undefined> =>
  api.delete("/api/exports/{id}", { parameters: { id } })

const exportUrl = (id: string) => `/api/exports/${encodeURIComponent(id)}`

export const exportFileUrl = (id: string): string => `${exportUrl(id)}/file`
export const exportManifestUrl = (id: string): string => `${exportUrl(id)}/manifest`
