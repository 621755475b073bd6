import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { Row } from "@/lib/catalogue"
import { planUndo, printPatch } from "@/lib/json-patch"
import { type ActivityEntry, fetchActivity } from "../../edits/activity-log"
import { type DepartmentChange, patchOf } from "../../edits/department-change"

/** What was sent last, for undoing it. */
export interface Saved {
  readonly change: DepartmentChange
  /** The department after it, which may hold others' changes beside it. */
  readonly after: Row
  /** The fields that it wrote. */
  readonly written: readonly string[]
}

/** The department without what was saved, and with all that others have changed beside it. */
export function undoSaved({ change, after, written }: Saved): Row {
  const plan = planUndo(patchOf(change), after)
  if (plan.ok) return plan.target
  // The platform stores a value in its own way: what it was stands in the change.
  const old = written.map((name) => [name, change.before[name] ?? null])
  return { ...after, ...Object.fromEntries(old) }
}

/** False where the log knows that an edit was not made. */
const mayBeMade = ({ outcome, verdict }: ActivityEntry) =>
  outcome === "applied" ||
  outcome === "intended" ||
  (outcome === "unknown" && (verdict === null || verdict === "applied"))

/**
 * The edit that made what was saved, out of its person's, the newest first; undefined where it is not among
 * them. It is known by its patch, because an answer that got lost names nothing.
 */
function findSavedEdit(
  { change }: Saved,
  edits: readonly ActivityEntry[],
): ActivityEntry | undefined {
  const text = printPatch(patchOf(change))
  return edits.find((edit) => edit.patch === text && mayBeMade(edit))
}

/** The change that undoes what the person saved; the log names the edit that it was. */
async function planUndoOf(saved: Saved, person: string): Promise<DepartmentChange> {
  const { id } = saved.change
  const edits = await fetchActivity({ record: id, person }).catch(() => [])
  const undoes = findSavedEdit(saved, edits)?.id
  return { id, before: saved.after, after: undoSaved(saved), undoes }
}

interface SavedChangeProps {
  readonly person: string
  /** Nothing is undone beside values that were entered since. */
  readonly isDirty: boolean
  /** Called with the change that undoes what was saved. */
  readonly onUndo: (change: DepartmentChange) => void
}

/** What was saved last, until something else is entered, and its undo. */
export function useSavedChange({ person, isDirty, onUndo }: SavedChangeProps) {
  const [saved, setSaved] = useState<Saved>()
  const undoable = isDirty ? undefined : saved
  const undoing = useMutation({
    networkMode: "always",
    mutationFn: (wanted: Saved) => planUndoOf(wanted, person),
    onSuccess(change, wanted) {
      if (wanted === undoable) onUndo(change)
    },
  })
  return {
    saved: undoable,
    setSaved,
    isUndoing: undoing.isPending,
    undo() {
      if (saved) undoing.mutate(saved)
    },
  }
}
