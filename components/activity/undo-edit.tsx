import { useQueryClient } from "@tanstack/react-query"
import { Redo2, Undo2 } from "lucide-react"
import Link from "next/link"
import { type ReactNode, useCallback, useMemo, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { departmentHref, queryKeys } from "@/lib/client"
import type { ActivityEntry } from "../edits/activity-log"
import type { DepartmentChange } from "../edits/department-change"
import { ReadFailure } from "../edits/notices"
import { PatchDialog } from "../edits/patch-dialog"
import { type NextUndo, nextUndo } from "../edits/undo-chain"
import { Button, buttonVariants } from "../ui/button"
import { dateTimeFormat } from "../ui/date-time"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import { QuotaWait } from "../ui/quota-wait"
import { Skeleton } from "../ui/skeleton"
import { useDepartmentName } from "../ui/use-department-name"
import { type ActivityScreen, type ActivitySetup, useActivityScreen } from "./activity-context"
import { type PreparedUndo, usePreparedUndo } from "./prepare-undo"
import { UndoneParts, UndoParts } from "./undo-parts"

const icons = { undo: Undo2, redo: Redo2 } as const

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

interface UndoRequest {
  readonly entry: ActivityEntry
  readonly next: NextUndo
}

/** The undo and redo of a list: the action that starts one, its dialog, and the success message. */
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

const titles = {
  undo: { choose: "choose", refused: "cannotUndo" },
  redo: { choose: "chooseRedo", refused: "cannotRedo" },
} as const

/**
 * Reads the department, previews an undo or redo and sends it; or explains why it is impossible.
 */
function UndoDialog({ request, list, patches, onClose, onDone }: UndoDialogProps) {
  const { entry, next } = request
  const { recordId } = entry
  const t = useTranslations("activity.step")
  const client = useQueryClient()
  const name = useDepartmentName()(recordId)
  const title = t(`${next.action}Title`, { name })
  const { data, error, refetch } = usePreparedUndo(recordId, next.target)
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const prepared = data?.state === "ready" ? data : undefined
  const open = useMemo(
    () => new Set(prepared?.parts.flatMap(({ state }, at) => (state === "open" ? [at] : []))),
    [prepared],
  )
  const taken = chosen ?? open
  const change = useMemo((): DepartmentChange | undefined => {
    if (!prepared || open.size === 0) return undefined
    const { current, parts } = prepared
    const old = parts.map((part, at) => (part.state === "open" && taken.has(at) ? part.old : {}))
    const after = Object.assign({}, current, ...old)
    return { id: recordId, before: current, after, undoes: next.target }
  }, [prepared, open, taken, recordId, next.target])
  if (prepared && change)
    return (
      <PatchDialog
        change={change}
        title={title}
        name={name}
        list={list}
        patches={patches}
        onClose={onClose}
        onApplied={onDone}
        onConflict={() => {
          setChosen(undefined)
          void client.resetQueries({ queryKey: queryKeys.editStep(next.target) })
        }}
      >
        {prepared.parts.length > 1 ? (
          <UndoParts
            title={t(titles[next.action].choose)}
            parts={prepared.parts}
            chosen={taken}
            onChoose={setChosen}
          />
        ) : null}
      </PatchDialog>
    )
  return (
    <ControlledDialog isOpen onClose={onClose}>
      <DialogContent
        title={title}
        className="w-140"
        actions={<DialogClose render={<Button />}>{t("close")}</DialogClose>}
      >
        {data ? (
          <Refusal prepared={data} {...request} />
        ) : error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Preparing />
        )}
      </DialogContent>
    </ControlledDialog>
  )
}

function Refusal({ prepared, entry, next }: UndoRequest & { readonly prepared: PreparedUndo }) {
  const t = useTranslations("activity.step")
  const { state } = prepared
  return (
    <div role="alert" className="space-y-3">
      <p className="font-medium">{t(titles[next.action].refused)}</p>
      {state === "ready" ? (
        <UndoneParts parts={prepared.parts} />
      ) : (
        <p className="text-ink-muted">{t(state)}</p>
      )}
      {state === "gone" ? null : (
        <Link
          href={departmentHref(entry.recordId)}
          prefetch={false}
          className={buttonVariants({ size: "sm" })}
        >
          {t("openDepartment")}
        </Link>
      )}
    </div>
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
