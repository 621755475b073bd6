import { useQuery } from "@tanstack/react-query"
import type { ListOperation } from "@/lib/catalogue"
import { fetchDepartment, queryKeys, readOnce } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import { type ActivityEntry, fetchActivity } from "../edits/activity-log"
import { planChanges, type ReadyChange } from "../edits/plan-changes"
import { readEdit, undoOf, wasApplied } from "../edits/undo-chain"

type Path = readonly string[]

const begins = (path: Path, other: Path) => path.every((token, index) => token === other[index])

/** True where a write to one changes what is at the other. */
const touches = (one: Path, other: Path) => begins(one, other) || begins(other, one)

/** For each pointer the newest edit of the log, given the newest first, that has written there. */
export function findWriters(
  pointers: readonly string[],
  entries: readonly ActivityEntry[],
): { readonly pointer: string; readonly writer: ActivityEntry | undefined }[] {
  const applied = entries.filter(wasApplied).map((entry) => ({
    entry,
    paths: (readEdit(entry.patch) ?? []).map(({ path }) => path),
  }))
  return pointers.map((pointer) => {
    const at = parsePointer(pointer) ?? []
    const found = applied.find(({ paths }) => paths.some((path) => touches(path, at)))
    return { pointer, writer: found?.entry }
  })
}

type Writers = ReturnType<typeof findWriters>

/** What undoing an edit comes to, by the department and the log as they are now. */
export type PreparedUndo =
  | ReadyChange
  /** `already`: it was undone meanwhile, or the log does not hold it any more. */
  | { readonly state: "done" | "unguarded" | "gone" | "already" }
  | { readonly state: "changed"; readonly writers: Writers }

async function findWritersSince(
  { id, recordId, intendedAt }: ActivityEntry,
  changed: readonly string[],
  signal: AbortSignal,
): Promise<Writers> {
  const since = await fetchActivity({ record: recordId, from: intendedAt }, { signal })
  return findWriters(
    changed,
    since.filter((entry) => entry.id !== id),
  )
}

async function prepareUndo(
  list: ListOperation,
  target: string,
  signal: AbortSignal,
): Promise<PreparedUndo> {
  const [edit] = await fetchActivity({ id: target }, { signal })
  if (!edit || edit.undoneBy !== null) return { state: "already" }
  const current = await fetchDepartment(list, edit.recordId, { fresh: true, signal })
  const desired = { id: edit.recordId, desire: undoOf(edit.patch) }
  const [plan] = planChanges([desired], { records: new Map(current && [[desired.id, current]]) })
  if (!plan || plan.state === "refused")
    return { state: plan?.reason === "gone" ? "gone" : "unguarded" }
  if (plan.state === "unchanged") return { state: "done" }
  if (plan.state === "ready") return plan
  return { state: "changed", writers: await findWritersSince(edit, plan.changed, signal) }
}

/** Reads the department live and plans to undo an edit; each opening reads anew. */
export function usePreparedUndo(list: ListOperation, target: string) {
  return useQuery({
    queryKey: queryKeys.editStep(target),
    queryFn: ({ signal }) => prepareUndo(list, target, signal),
    ...readOnce,
    staleTime: 0,
    gcTime: 0,
  })
}
