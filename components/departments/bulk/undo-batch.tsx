import { useQuery } from "@tanstack/react-query"
import { Redo2, Undo2 } from "lucide-react"
import { useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { departmentTreeOptions } from "@/lib/client"
import { parsePointer } from "@/lib/json-patch"
import { type Batch, type BatchSummary, batchesOptions } from "../../edits/batches"
import { ChangeList } from "../../edits/change-list"
import { DepartmentLink } from "../../edits/department-link"
import { useDepartmentLabel } from "../../edits/format-value"
import { ReadFailure } from "../../edits/notices"
import { type DesiredChange, type PlannedChange, readyChanges } from "../../edits/plan-changes"
import { kindOf, undoOf } from "../../edits/undo-chain"
import { PlanProvider, usePlan, usePlanning, useStartBatch } from "../../edits/use-plan"
import { Button } from "../../ui/button"
import { Dialog, DialogContent, DialogTrigger } from "../../ui/dialog"
import { ProgressBar } from "../../ui/progress-bar"
import { QuotaWait } from "../../ui/quota-wait"
import { ReadingCost } from "./plan-card"

/** The changes that undo what a batch is known to have applied. */
export const undoChanges = ({ items }: Pick<Batch, "items">): DesiredChange[] =>
  items
    .filter(
      ({ state, verdict }) => state === "applied" || (state === "unknown" && verdict === "applied"),
    )
    .map(({ recordId, patch }) => ({ id: recordId, desire: undoOf(patch) }))

interface UndoBatchProps {
  readonly batch: Batch
  /** The list that returns complete departments. */
  readonly list: ListOperation
}

/** Undoes a batch after a preview; renders nothing if it cannot be undone. */
export function UndoBatch({ batch, list }: UndoBatchProps) {
  const t = useTranslations("activity.undoBatch")
  const [open, setOpen] = useState(false)
  const known = useBatches()
  const action = kindOf(batch, known) === "undo" ? "redo" : "undo"
  const isEnded = batch.state !== "running"
  if (!isEnded || batch.undoneBy !== null || undoChanges(batch).length === 0) return null
  const Icon = action === "undo" ? Undo2 : Redo2
  const title = firstTitle(batch, known)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger render={<Button />}>
        <Icon aria-hidden="true" />
        {t(action)}
      </DialogTrigger>
      {open ? (
        <UndoDialog
          batch={batch}
          list={list}
          title={t(action === "undo" ? "name" : "redoName", { title })}
        />
      ) : null}
    </Dialog>
  )
}

type Batches = ReadonlyMap<string, BatchSummary>

function useBatches(): Batches {
  const { data = [] } = useQuery(batchesOptions())
  return new Map(data.map((batch) => [batch.id, batch]))
}

/** The original title of a batch, before any undo and redo. */
function firstTitle(batch: BatchSummary, known: Batches): string {
  const before = batch.undoes === null ? undefined : known.get(batch.undoes)
  return before ? firstTitle(before, known) : batch.title
}

interface UndoDialogProps extends UndoBatchProps {
  /** The new batch's title. */
  readonly title: string
}

function UndoDialog({ batch, list, title }: UndoDialogProps) {
  const t = useTranslations("activity.undoBatch")
  const startBatch = useStartBatch()
  const desired = undoChanges(batch)
  const departments = useQuery(departmentTreeOptions()).data?.departments
  const plan = usePlanning({
    list,
    desired,
    known: departments?.length ?? desired.length * list.limit.maximum,
    send: (items) => startBatch({ title, items, undoes: batch.id }),
  })
  const { state, sending } = plan
  const items = state.step === "ready" ? state.items : undefined
  const count = readyChanges(items ?? []).length
  return (
    <DialogContent
      title={title}
      description={t("intro")}
      className="w-180"
      actions={
        items ? (
          <Button variant="primary" disabled={count === 0 || sending.busy} onClick={sending.start}>
            {t("send", { count })}
          </Button>
        ) : (
          <Button variant="primary" disabled={state.step === "reading"} onClick={plan.read}>
            {t("look")}
          </Button>
        )
      }
    >
      <PlanProvider value={plan}>
        <div className="space-y-4">
          {state.step === "reading" ? <Reading made={state.made} /> : null}
          {items ? <BatchUndoPlan items={items} /> : null}
          {state.step === "idle" ? <ReadingCost /> : null}
          {count > 0 ? <p className="text-ink-muted text-xs">{t("stays")}</p> : null}
          {sending.problem ? (
            <ReadFailure error={sending.problem} onRetry={sending.start} />
          ) : state.step === "failed" ? (
            <ReadFailure error={state.problem} onRetry={plan.read} />
          ) : null}
        </div>
      </PlanProvider>
    </DialogContent>
  )
}

function Reading({ made }: { made: number }) {
  const t = useTranslations("activity.undoBatch")
  const { calls } = usePlan().cost
  const text = t("reading")
  return (
    <div className="space-y-2">
      <p role="status" className="text-ink-muted">
        {text} <QuotaWait variant="line" />
      </p>
      <ProgressBar label={t("look")} text={text} share={Math.min(1, made / calls)} moves />
    </div>
  )
}

const outcomes = ["ready", "changed", "done", "gone", "unguarded"] as const

/** A department's outcome, as a text key. Restoring old values is refused for no other reasons. */
function outcomeIn(item: PlannedChange): (typeof outcomes)[number] {
  if (item.state === "ready") return "ready"
  if (item.state === "conflict") return "changed"
  if (item.state === "unchanged") return "done"
  return item.state === "refused" && item.reason === "gone" ? "gone" : "unguarded"
}

const maxShown = 100

function BatchUndoPlan({ items }: { items: readonly PlannedChange[] }) {
  const t = useTranslations("activity.undoBatch")
  const common = useTranslations("common")
  const groups = outcomes.map((outcome) => ({
    outcome,
    members: items.filter((item) => outcomeIn(item) === outcome),
  }))
  const shown = groups.flatMap(({ members }) => members).slice(0, maxShown)
  const others = items.length - shown.length
  return (
    <>
      <ul role="status" className="list-disc space-y-0.5 pl-4">
        {groups.map(({ outcome, members: { length: count } }) =>
          count > 0 ? <li key={outcome}>{t(outcome, { count })}</li> : null,
        )}
        {items.some(({ state }) => state === "ready") ? null : <li>{t("nothing")}</li>}
      </ul>
      <ol className="divide-y rounded-md border">
        {shown.map((item) => (
          <li key={item.id} className="space-y-1.5 px-3 py-2">
            <DepartmentLink id={item.id} />
            <UndoneDepartment item={item} />
          </li>
        ))}
      </ol>
      {others > 0 ? <p className="text-ink-muted">{common("more", { count: others })}</p> : null}
    </>
  )
}

function UndoneDepartment({ item }: { item: PlannedChange }) {
  const t = useTranslations("activity.undoBatch")
  const format = useFormatter()
  const labelOf = useDepartmentLabel()
  const { list } = usePlan()
  if (item.state === "ready")
    return <ChangeList changes={item.changes} list={list} record={item.current} />
  const fields =
    item.state === "conflict"
      ? [...new Set(item.changed.map((pointer) => labelOf(parsePointer(pointer)?.[0] ?? "")))]
      : []
  return (
    <p className="text-ink-muted text-xs">
      {item.state === "conflict"
        ? t("changedFields", { fields: format.list(fields) })
        : t(outcomeIn(item), { count: 1 })}
    </p>
  )
}
