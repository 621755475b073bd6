import { useQuery } from "@tanstack/react-query"
import type { Row } from "@/lib/catalogue"
import { api, queryKeys, readOnce } from "@/lib/client"
import { planUndoParts, type UndoPart } from "@/lib/json-patch"
import { type ActivityEntry, fetchActivity } from "../edits/activity-log"
import { readEdit, readOperations, wasApplied } from "../edits/undo-chain"

/** The newest edit that wrote one of these fields; the log must be newest first. */
export const findWriter = (
  fields: readonly string[],
  entries: readonly ActivityEntry[],
): ActivityEntry | undefined =>
  entries
    .filter(wasApplied)
    .find(({ patch }) => readEdit(patch)?.some(({ path: [field = ""] }) => fields.includes(field)))

/** One part of an edit as it is now; if it cannot be undone, with the edit that wrote it since. */
export type PreparedPart = UndoPart & { readonly writer: ActivityEntry | undefined }

/** Whether an edit can be undone, given the current department and log. */
export type PreparedUndo =
  | { readonly state: "gone" | "unguarded" }
  | {
      readonly state: "ready"
      readonly current: Row
      readonly parts: readonly PreparedPart[]
    }

async function prepareUndo(
  { recordId, id }: Pick<ActivityEntry, "recordId" | "id">,
  signal: AbortSignal,
): Promise<PreparedUndo> {
  const { edit, record } = await api.get("/api/departments/{departmentId}/edits/{editId}", {
    parameters: { departmentId: recordId, editId: id },
    signal,
  })
  if (!record) return { state: "gone" }
  const operations = readOperations(edit.patch) ?? []
  const parts = planUndoParts(operations, record)
  if (parts.length === 0) return { state: "unguarded" }
  const isOpen = parts.every(({ state }) => state === "open")
  const since = isOpen
    ? []
    : await fetchActivity({ record: recordId, from: edit.intendedAt }, { signal })
  const later = since.filter((entry) => entry.id !== edit.id)
  return {
    state: "ready",
    current: record,
    parts: parts.map((part) => ({ ...part, writer: findWriter(part.fields, later) })),
  }
}

/** Reads the live department and plans the undo of an edit; each opening reads anew. */
export function usePreparedUndo(recordId: string, target: string) {
  return useQuery({
    queryKey: queryKeys.editStep(target),
    queryFn: ({ signal }) => prepareUndo({ recordId, id: target }, signal),
    ...readOnce,
    staleTime: 0,
    gcTime: 0,
  })
}
