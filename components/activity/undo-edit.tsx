import { useQueryClient } from "@tanstack/react-query"
import { Redo2, Undo2 } from "lucide-react"
import { type ReactNode, useCallback, useMemo, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { queryKeys } from "@/lib/client"
import type { ActivityEntry } from "../edits/activity-log"
import type { DepartmentChange } from "../edits/department-change"
import { ReadFailure } from "../edits/notices"
import { PatchDialog } from "../edits/patch-dialog"
import { type NextUndo, nextUndo } from "../edits/undo-chain"
import { Button } from "../ui/button"
import { dateTimeFormat } from "../ui/date-time"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import { QuotaWait } from "../ui/quota-wait"
import { Skeleton } from "../ui/skeleton"
import { useDepartmentName } from "../ui/use-department-name"
import { type ActivityScreen, type ActivitySetup, useActivityScreen } from "./activity-context"
import { usePreparedUndo } from "./prepare-undo"
import { UndoRefusal } from "./undo-refusal"

const icons = { undo: Undo2, redo: Redo2 } as const

/** Undo or redo of an edit, for people who may write. */
export function UndoButton({ entry }: { readonly entry: ActivityEntry }) {
  const t = useTranslations("activity.entry")
  const format = useFormatter()
  const nameOf = useDepartmentName()
  const { log, mayWrite, planUndo } = useActivityScreen()
  const next = mayWrite ? nextUndo(entry, log.known) : undefined
  if (!next) return null
  const Icon = icons[next.action]
  const time = format.dateTime(new Date(entry.intendedAt), dateTimeFormat)
  return (
    <Button
      size="sm"
      aria-label={t(`${next.action}Of`, { name: nameOf(entry.recordId), time })}
      aria-haspopup="dialog"
      onClick={() => planUndo(entry, next)}
    >
      <Icon aria-hidden="true" />
      {t(next.action)}
    </Button>
  )
}

/** An edit that somebody wants to undo or redo. */
interface UndoRequest {
  readonly entry: ActivityEntry
  readonly next: NextUndo
}

/** Undo and redo of the lines of a list: what begins one, and the dialog with the news of its success. */
export function useUndo({ list, patches }: ActivitySetup): {
  readonly planUndo: ActivityScreen["planUndo"]
  readonly dialog: ReactNode
} {
  const t = useTranslations("activity.step")
  const [request, setRequest] = useState<UndoRequest>()
  const [done, setDone] = useState<NextUndo["action"]>()
  const planUndo = useCallback<ActivityScreen["planUndo"]>((entry, next) => {
    setDone(undefined)
    setRequest({ entry, next })
  }, [])
  const close = () => setRequest(undefined)
  const dialog = (
    <>
      <p role="status" className="px-4 py-2 text-positive-ink text-xs empty:hidden">
        {done ? t(`${done}Done`) : null}
      </p>
      {request ? (
        <UndoDialog
          key={request.next.target}
          request={request}
          list={list}
          patches={patches}
          onClose={close}
          onDone={() => {
            setDone(request.next.action)
            close()
          }}
        />
      ) : null}
    </>
  )
  return { planUndo, dialog }
}

interface UndoDialogProps extends Pick<ActivitySetup, "list" | "patches"> {
  readonly request: UndoRequest
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Reads the department, shows what undoing or redoing an edit would change, and sends it; or says why it cannot be. */
function UndoDialog({ request, list, patches, onClose, onDone }: UndoDialogProps) {
  const { entry, next } = request
  const t = useTranslations("activity.step")
  const client = useQueryClient()
  const nameOf = useDepartmentName()
  const name = nameOf(entry.recordId)
  const title = t(`${next.action}Title`, { name })
  const { data, error, refetch } = usePreparedUndo(list, next.target)
  const change = useMemo((): DepartmentChange | undefined => {
    if (data?.state !== "ready") return undefined
    return { id: data.id, before: data.current, after: data.target, undoes: next.target }
  }, [data, next.target])
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
        onConflict={() => void client.resetQueries({ queryKey: queryKeys.editStep(next.target) })}
      />
    )
  return (
    <ControlledDialog isOpen onClose={onClose}>
      <DialogContent
        title={title}
        className="w-140"
        actions={<DialogClose render={<Button />}>{t("close")}</DialogClose>}
      >
        {data && data.state !== "ready" ? (
          <UndoRefusal prepared={data} entry={entry} action={next.action} />
        ) : error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Preparing />
        )}
      </DialogContent>
    </ControlledDialog>
  )
}

function Preparing() {
  const t = useTranslations("activity.step")
  return (
    <div className="space-y-3">
      <p role="status" className="text-ink-muted">
        {t("looking")} <QuotaWait variant="line" />
      </p>
      <Skeleton className="h-24" />
    </div>
  )
}
