import { useQuery } from "@tanstack/react-query"
import type { ListOperation } from "@/lib/catalogue"
import {
  type ActivityEntry,
  fetchActivity,
  fetchDepartment,
  queryKeys,
  readOnce,
} from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import { wasApplied } from "./edit-chain"
import { planStep, type StepPlan } from "./plan-step"
import { readEdit } from "./read-edit"

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

/** What taking an edit back comes to, by the department and the log as they are now. */
export type PreparedStep =
  | Exclude<StepPlan, { state: "changed" }>
  | { readonly state: "changed"; readonly writers: Writers }
  /** It has been taken back meanwhile, or the log does not hold it any more. */
  | { readonly state: "already" }

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

async function prepareStep(
  list: ListOperation,
  target: string,
  signal: AbortSignal,
): Promise<PreparedStep> {
  const [edit] = await fetchActivity({ id: target }, { signal })
  if (!edit || edit.undoneBy !== null) return { state: "already" }
  const current = await fetchDepartment(list, edit.recordId, { fresh: true, signal })
  const plan = planStep(edit.patch, current)
  if (plan.state !== "changed") return plan
  return { state: "changed", writers: await findWritersSince(edit, plan.changed, signal) }
}

/** Reads the department live and plans to take an edit back; each opening reads anew. */
export function useStep(list: ListOperation, target: string) {
  return useQuery({
    queryKey: queryKeys.editStep(target),
    queryFn: ({ signal }) => prepareStep(list, target, signal),
    ...readOnce,
    staleTime: 0,
    gcTime: 0,
  })
}
