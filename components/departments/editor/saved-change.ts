import type { Row } from "@/lib/catalogue"
import type { ActivityEntry } from "@/lib/client"
import { planUndo, printPatch } from "@/lib/json-patch"
import { type DepartmentChange, patchOf } from "../../edits/department-change"

/** What was sent last, for taking it back. */
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
export function findSavedEdit(
  { change }: Saved,
  edits: readonly ActivityEntry[],
): ActivityEntry | undefined {
  const text = printPatch(patchOf(change))
  return edits.find((edit) => edit.patch === text && mayBeMade(edit))
}
