import type { ChartNote, NoteContent } from "@/lib/contract"
import { api, apiOptions } from "./api"

export type { ChartNote, NoteContent }

/** The notes on a data set's days that the person may see, by day. */
export const notesOptions = (dataSetId: string) =>
  apiOptions("/api/kpis/{dataSetId}/notes", { parameters: { dataSetId } })

/** Adds a note on days of a data set; throws `ApiProblem`. */
export const addNote = (dataSetId: string, content: NoteContent): Promise<ChartNote> =>
  api.post("/api/kpis/{dataSetId}/notes", { parameters: { dataSetId }, body: content })

/** Removes a note for everyone; throws `ApiProblem`. */
export const removeNote = (dataSetId: string, note: string): Promise<undefined> =>
  api.delete("/api/kpis/{dataSetId}/notes/{note}", { parameters: { dataSetId, note } })
