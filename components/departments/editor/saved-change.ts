import type { Row } from "@/lib/catalogue"
import { planUndo } from "@/lib/json-patch"
import { type DepartmentChange, patchOf } from "../../edits/department-change"

/** What was saved last, for undoing it. */
export interface Saved {
  readonly change: DepartmentChange
  /** The department after it, which may hold others' changes beside it. */
  readonly after: Row
  /** The fields that it wrote. */
  readonly written: readonly string[]
  /** The edit that it was. */
  readonly editId: string
}

/** The department without what was saved, and with all that others have changed beside it. */
function recordWithout({ change, after, written }: Saved): Row {
  const plan = planUndo(patchOf(change), after)
  if (plan.ok) return plan.target
  // The platform stores a value in its own way: what it was stands in the change.
  const old = written.map((name) => [name, change.before[name] ?? null])
  return { ...after, ...Object.fromEntries(old) }
}

/** The change that undoes what was saved. */
export const undoOfSaved = (saved: Saved): DepartmentChange => ({
  id: saved.change.id,
  before: saved.after,
  after: recordWithout(saved),
  undoes: saved.editId,
})
