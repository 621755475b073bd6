import { useMemo } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { diffDocuments, parsePointer, readChanges } from "@/lib/json-patch"
import { ChangeList } from "../edits/change-list"
import { useFieldLabel } from "../ui/use-field-label"
import { DepartmentLink } from "./department-link"
import type { BatchUndoItem } from "./plan-batch-undo"
import type { StepPlan } from "./plan-step"

const states = [
  "ready",
  "changed",
  "done",
  "gone",
  "unguarded",
] as const satisfies readonly StepPlan["state"][]
const maxShown = 100

export interface BatchUndoPlanProps {
  readonly items: readonly BatchUndoItem[]
  /** A list of departments. */
  readonly list: ListOperation
}

/** What taking a batch back would do to each department, and which stay as they are. */
export function BatchUndoPlan({ items, list }: BatchUndoPlanProps) {
  const t = useTranslations("activity.undoBatch")
  const common = useTranslations("common")
  const counts = states.flatMap((state) => {
    const count = items.filter(({ plan }) => plan.state === state).length
    return count > 0 ? [{ state, count }] : []
  })
  const shown = states
    .flatMap((state) => items.filter(({ plan }) => plan.state === state))
    .slice(0, maxShown)
  const others = items.length - shown.length
  return (
    <>
      <ul role="status" className="list-disc space-y-0.5 pl-4">
        {counts.map(({ state, count }) => (
          <li key={state}>{t(state, { count })}</li>
        ))}
        {counts.some(({ state }) => state === "ready") ? null : <li>{t("nothing")}</li>}
      </ul>
      <ol className="divide-y rounded-md border">
        {shown.map((item) => (
          <li key={item.recordId} className="space-y-1.5 px-3 py-2">
            <DepartmentLink id={item.recordId} />
            <PlannedChange plan={item.plan} list={list} />
          </li>
        ))}
      </ol>
      {others > 0 ? <p className="text-ink-muted">{common("more", { count: others })}</p> : null}
    </>
  )
}

function PlannedChange({ plan, list }: { plan: StepPlan; list: ListOperation }) {
  const t = useTranslations("activity.undoBatch")
  const format = useFormatter()
  const labelOf = useFieldLabel()
  const changes = useMemo(
    () => (plan.state === "ready" ? readChanges(diffDocuments(plan.current, plan.target)) : []),
    [plan],
  )
  if (plan.state === "ready")
    return <ChangeList changes={changes} list={list} record={plan.current} />
  const fields =
    plan.state === "changed"
      ? [...new Set(plan.changed.map((pointer) => labelOf(parsePointer(pointer)?.[0] ?? "")))]
      : []
  return (
    <p className="text-ink-muted text-xs">
      {plan.state === "changed"
        ? t("changedFields", { fields: format.list(fields) })
        : t(plan.state, { count: 1 })}
    </p>
  )
}
