import { useMutation, useQueryClient } from "@tanstack/react-query"
import {
  invalidateSync,
  orderSync,
  type SyncableList,
  type SyncOrder,
  type SyncStatus,
} from "@/lib/client"

export interface NamedDataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

/** A list that is or can be copied, with its name. */
export interface ListedCopy {
  readonly name: string
  readonly list: SyncableList
  /** Undefined if it is not copied. */
  readonly copy: SyncStatus | undefined
}

/** The person's rights on a copy. */
export interface CopyRights {
  readonly mayChange: boolean
  readonly mayCancel: boolean
  readonly mayRemove: boolean
}

/** The rights of a person who may change copies of that kind. */
export const copyRights = (copy: SyncStatus | undefined, mayChange: boolean): CopyRights => ({
  mayChange,
  mayCancel: mayChange && copy?.mayCancel === true,
  mayRemove: mayChange && copy?.mayRemove === true,
})

/** The list of all departments. */
export const departmentList: SyncableList = { operation: "departments", parameters: {} }

/** The state of a copy as shown to people; `part` is a cancelled first copy. */
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

/** The state of a list's copy; `none` without one. */
export function shownState(copy: SyncStatus | undefined): ShownState {
  if (!copy) return "none"
  const { state, isWaiting, isComplete, run } = copy
  if (state === "failed" || state === "paused") return state
  if (state === "idle") return isComplete ? "complete" : "part"
  return isWaiting ? "waiting" : running[run?.kind ?? (isComplete ? "incremental" : "full")]
}

/** True if a run shows a progress bar: a full read, or one that was stopped midway. */
export const showsProgress = (copy: SyncStatus): boolean =>
  copy.run !== null && (copy.state !== "running" || copy.run.kind !== "incremental")

/** Sends a request about a copy, then refetches all copies. */
export function useSyncChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (order: SyncOrder) => orderSync(order),
    onSettled: () => invalidateSync(client),
  })
}

export type SyncChange = ReturnType<typeof useSyncChange>
