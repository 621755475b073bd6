import type { Row } from "@/lib/catalogue"
import { diffDocuments, planUndo } from "@/lib/json-patch"
import { readOperations } from "./read-edit"

/** What taking a change back would do to a department as it is now. */
export type StepPlan =
  | { readonly state: "ready"; readonly current: Row; readonly target: Row }
  /** It is as it should be already. */
  | { readonly state: "done" }
  /** These pointers have another value by now. */
  | { readonly state: "changed"; readonly changed: readonly string[] }
  /** The patch does not say what was there before, or cannot be read. */
  | { readonly state: "unguarded" }
  | { readonly state: "gone" }

/** Plans to take a logged patch back from the department as it is now; undefined where there is none any more. */
export function planStep(patch: string, current: Row | undefined): StepPlan {
  const operations = readOperations(patch)
  if (!current) return { state: "gone" }
  if (!operations) return { state: "unguarded" }
  const plan = planUndo(operations, current)
  if (plan.ok) {
    const { target } = plan
    const isDone = diffDocuments(current, target).length === 0
    return isDone ? { state: "done" } : { state: "ready", current, target }
  }
  return plan.reason === "changed"
    ? { state: "changed", changed: plan.changed }
    : { state: "unguarded" }
}
