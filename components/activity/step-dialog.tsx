import { useQueryClient } from "@tanstack/react-query"
import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation, PatchOperation } from "@/lib/catalogue"
import { type ActivityEntry, queryKeys } from "@/lib/client"
import { type DepartmentChange, PatchDialog } from "../edits/patch-dialog"
import { Button } from "../ui/button"
import { Dialog, DialogClose, DialogContent } from "../ui/dialog"
import { QuotaWait } from "../ui/quota-wait"
import { Skeleton } from "../ui/skeleton"
import { useDepartmentName } from "../ui/use-department-name"
import { ActivityProblem } from "./activity-problem"
import type { NextStep } from "./edit-chain"
import { StepRefusal } from "./step-refusal"
import { useStep } from "./use-step"

/** An edit that somebody wants to undo or redo. */
export interface StepRequest {
  readonly entry: ActivityEntry
  readonly step: NextStep
}

export interface StepDialogProps {
  readonly request: StepRequest
  /** A list of departments. */
  readonly list: ListOperation
  /** The operations that change departments. */
  readonly patches: readonly PatchOperation[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Reads the department, shows what undoing or redoing an edit would change, and sends it; or says why it cannot be. */
export function StepDialog({ request, list, patches, onClose, onDone }: StepDialogProps) {
  const { entry, step } = request
  const t = useTranslations("activity.step")
  const client = useQueryClient()
  const nameOf = useDepartmentName()
  const name = nameOf(entry.recordId)
  const title = t(`${step.action}Title`, { name })
  const { data, error, refetch } = useStep(list, step.target)
  const change = useMemo((): DepartmentChange | undefined => {
    if (data?.state !== "ready") return undefined
    const { current: before, target: after } = data
    return { id: entry.recordId, before, after, undoes: step.target }
  }, [data, entry.recordId, step.target])
  if (change)
    return (
      <PatchDialog
        change={change}
        title={title}
        name={name}
        list={list}
        patches={patches}
        onClose={onClose}
        onApplied={onDone}
        onConflict={() => void client.resetQueries({ queryKey: queryKeys.editStep(step.target) })}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={title}
        className="w-140"
        actions={<DialogClose render={<Button />}>{t("close")}</DialogClose>}
      >
        {data && data.state !== "ready" ? (
          <StepRefusal prepared={data} entry={entry} action={step.action} />
        ) : error ? (
          <ActivityProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <Looking />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Looking() {
  const t = useTranslations("activity.step")
  return (
    <div className="space-y-3">
      <p role="status" className="text-ink-muted">
        {t("looking")} <QuotaWait look="line" />
      </p>
      <Skeleton className="h-24" />
    </div>
  )
}
