import type { Row } from "@/lib/catalogue"
import type { Batch, BatchEdit } from "@/lib/client"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import { planStep, type StepPlan } from "./plan-step"

/** What taking back one department's part of a batch comes to. */
export interface BatchUndoItem {
  readonly recordId: string
  readonly plan: StepPlan
}

/** The parts of a batch that were applied, as far as anybody knows. */
export const appliedItems = ({ items }: Pick<Batch, "items">) =>
  items.filter(
    ({ state, verdict }) => state === "applied" || (state === "unknown" && verdict === "applied"),
  )

/** Plans to take back what a batch has applied, by the departments as they are now. */
export const planBatchUndo = (
  batch: Pick<Batch, "items">,
  current: ReadonlyMap<string, Row>,
): BatchUndoItem[] =>
  appliedItems(batch).map(({ recordId, patch }) => ({
    recordId,
    plan: planStep(patch, current.get(recordId)),
  }))

/** The patches to send, for departments that can be set back. */
export const editsOf = (items: readonly BatchUndoItem[]): BatchEdit[] =>
  items.flatMap(({ recordId, plan }) =>
    plan.state === "ready"
      ? [{ recordId, patch: printPatch(diffDocuments(plan.current, plan.target)) }]
      : [],
  )
