import type { ChartNote, NoteContent } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { ChartNote, NoteContent }

/** The notes beside a data set's days that the person sees, by their days. */
export const notesOptions = (dataSetId: string) =>
  apiOptions("/api/kpis/{dataSetId}/notes", { parameters: { dataSetId } })

/** Writes a note beside days of a data set; throws `ApiProblem`. */
export const addNote = (dataSetId: string, content: NoteContent): Promise<ChartNote> =>
  api.post("/api/kpis/{dataSetId}/notes", { parameters: { dataSetId }, body: content })

/** Removes a note for everybody; throws `ApiProblem`. */
export const removeNote = (dataSetId: string, note: string): Promise<undefined> =>
  api.delete("/api/kpis/{dataSetId}/notes/{note}", { parameters: { dataSetId, note } })
