import type { SyncStatus } from "@/lib/client"

/** What the copy of a list is doing, as people are told: `part` is a first copy that was cancelled. */
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
