import { useQuery } from "@tanstack/react-query"
import type { ListOperation } from "@/lib/catalogue"
import {
  type ActivityEntry,
  fetchActivity,
  fetchDepartment,
  queryKeys,
  readOnce,
} from "@/lib/client"
import { findWriters } from "./find-writers"
import { planStep, type StepPlan } from "./plan-step"

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
