import type { Row } from "@/lib/catalogue"
import { planUndo } from "@/lib/json-patch"
import { type DepartmentChange, patchOf } from "../../edits/department-change"

/** The last saved change, which can be undone. */
export interface Saved {
  readonly change: DepartmentChange
  /** The department after the change; may include changes by others. */
  readonly after: Row
  /** The fields that it wrote. */
  readonly written: readonly string[]
  readonly editId: string
}

/** The department without the saved change, but with all changes by others. */
function recordWithout({ change, after, written }: Saved): Row {
  const plan = planUndo(patchOf(change), after)
  if (plan.ok) return plan.target
  // The platform normalises stored values, so the old ones come from the change.
  const old = written.map((name) => [name, change.before[name] ?? null])
  return { ...after, ...Object.fromEntries(old) }
}

export const undoOfSaved = (saved: Saved): DepartmentChange => ({
  id: saved.change.id,
  before: saved.after,
  after: recordWithout(saved),
  undoes: saved.editId,
})
