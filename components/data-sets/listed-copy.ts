import { useMutation, useQueryClient } from "@tanstack/react-query"
import {
  invalidateSync,
  orderSync,
  type SyncableList,
  type SyncOrder,
  type SyncStatus,
} from "@/lib/client"

/** A data set as the workspace names it. */
export interface NamedDataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

/** A list that is or may be copied, under its name. */
export interface ListedCopy {
  readonly name: string
  readonly list: SyncableList
  /** Undefined where it is not copied. */
  readonly copy: SyncStatus | undefined
}

/** What this person may do with a copy. */
export interface CopyRights {
  readonly mayChange: boolean
  readonly mayCancel: boolean
  readonly mayRemove: boolean
}

/** What a person may do who may change copies of that kind. */
export const copyRights = (copy: SyncStatus | undefined, mayChange: boolean): CopyRights => ({
  mayChange,
  mayCancel: mayChange && copy?.mayCancel === true,
  mayRemove: mayChange && copy?.mayRemove === true,
})

/** The list of all departments. */
export const departmentList: SyncableList = { operation: "departments", parameters: {} }

/** What the copy of a list is doing, as people read it: `part` is a first copy that was cancelled. */
export type ShownState =
  | "none"
  | "copying"
  | "updating"
  | "checking"
  | "waiting"
  | "paused"
  | "complete"
  | "part"
  | "failed"

const running = { full: "copying", incremental: "updating", recheck: "checking" } as const

/** The state of a list's copy; without one, `none`. */
export function shownState(copy: SyncStatus | undefined): ShownState {
  if (!copy) return "none"
  const { state, isWaiting, isComplete, run } = copy
  if (state === "failed" || state === "paused") return state
  if (state === "idle") return isComplete ? "complete" : "part"
  return isWaiting ? "waiting" : running[run?.kind ?? (isComplete ? "incremental" : "full")]
}

/** Whether a run is worth a bar: one that reads everything, and one that was stopped on its way. */
export const showsProgress = (copy: SyncStatus): boolean =>
  copy.run !== null && (copy.state !== "running" || copy.run.kind !== "incremental")

/** A request for a list's copy, after which all copies are read again. */
export function useSyncChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (order: SyncOrder) => orderSync(order),
    onSettled: () => invalidateSync(client),
  })
}

export type SyncChange = ReturnType<typeof useSyncChange>
