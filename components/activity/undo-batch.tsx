"use client"

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Redo2, Undo2 } from "lucide-react"
import { useRouter } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import {
  type Batch,
  type BatchSummary,
  batchesOptions,
  departmentTreeOptions,
  planDepartmentReading,
  readDepartments,
  renewBatches,
  secondsForCalls,
  startBatch,
} from "@/lib/client"
import { Button } from "../ui/button"
import { Dialog, DialogContent, DialogTrigger } from "../ui/dialog"
import { ProgressBar } from "../ui/progress-bar"
import { QuotaWait } from "../ui/quota-wait"
import { useQuota } from "../ui/use-quota"
import { ActivityProblem } from "./activity-problem"
import { BatchUndoPlan } from "./batch-undo-plan"
import { kindOf } from "./edit-chain"
import { appliedItems, editsOf, planBatchUndo } from "./plan-batch-undo"

const once = { retry: false, networkMode: "always" } as const

/** The dry run of taking a batch back, and handing it over to the server; the reading ends with the dialog. */
function useBatchUndo(batch: Batch, list: ListOperation) {
  const client = useQueryClient()
  const router = useRouter()
  const [made, setMade] = useState(0)
  const over = useRef<AbortController>(undefined)
  useEffect(() => () => over.current?.abort(), [])
  const ids = appliedItems(batch).map(({ recordId }) => recordId)
  const departments = useQuery(departmentTreeOptions()).data?.departments
  const known = departments?.length ?? ids.length * list.limit.maximum

  const reading = useMutation({
    ...once,
    async mutationFn() {
      over.current?.abort()
      over.current = new AbortController()
      setMade(0)
      const { signal } = over.current
      const records = await readDepartments(list, ids, { known, signal, onCall: setMade })
      return planBatchUndo(batch, records)
    },
  })
  const handingOver = useMutation({
    ...once,
    mutationFn: (title: string) =>
      startBatch({ title, items: editsOf(reading.data ?? []), undoes: batch.id }),
    onSuccess(id) {
      void renewBatches(client)
      router.push(`/departments/batches/${id}`)
    },
  })
  return {
    reading,
    handingOver,
    made,
    departments: ids.length,
    calls: planDepartmentReading(list, ids.length, known).calls,
  }
}

interface UndoBatchProps {
  readonly batch: Batch
  /** The list that shows departments whole. */
  readonly list: ListOperation
}

/** Takes back what a batch has changed, after a look at what that comes to; nothing where it cannot be. */
export function UndoBatch({ batch, list }: UndoBatchProps) {
  const t = useTranslations("activity.undoBatch")
  const [open, setOpen] = useState(false)
  const known = useBatches()
  const action = kindOf(batch, known) === "undo" ? "redo" : "undo"
  const isEnded = batch.state !== "running"
  if (!isEnded || batch.undoneBy !== null || appliedItems(batch).length === 0) return null
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

/** What the batch was called before it was taken back and made again. */
function firstTitle(batch: BatchSummary, known: Batches): string {
  const before = batch.undoes === null ? undefined : known.get(batch.undoes)
  return before ? firstTitle(before, known) : batch.title
}

interface UndoDialogProps extends UndoBatchProps {
  /** What the new batch will be called. */
  readonly title: string
}

function UndoDialog({ batch, list, title }: UndoDialogProps) {
  const t = useTranslations("activity.undoBatch")
  const undo = useBatchUndo(batch, list)
  const { reading, handingOver } = undo
  const count = reading.data ? editsOf(reading.data).length : 0
  const error = handingOver.error ?? reading.error
  return (
    <DialogContent
      title={title}
      description={t("intro")}
      className="w-180"
      actions={
        reading.data ? (
          <Button
            variant="primary"
            disabled={count === 0 || handingOver.isPending || handingOver.isSuccess}
            onClick={() => handingOver.mutate(title)}
          >
            {t("send", { count })}
          </Button>
        ) : (
          <Button variant="primary" disabled={reading.isPending} onClick={() => reading.mutate()}>
            {t("look")}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        {reading.isPending ? <Reading {...undo} /> : null}
        {reading.data ? <BatchUndoPlan items={reading.data} list={list} /> : null}
        {reading.isIdle ? <Cost {...undo} /> : null}
        {count > 0 ? <p className="text-ink-muted text-xs">{t("stays")}</p> : null}
        {error ? (
          <ActivityProblem
            error={error}
            onRetry={() => (handingOver.error ? handingOver.mutate(title) : reading.mutate())}
          />
        ) : null}
      </div>
    </DialogContent>
  )
}

interface CostProps {
  readonly departments: number
  readonly calls: number
}

/** What the dry run costs, before it begins. */
function Cost({ departments, calls }: CostProps) {
  const t = useTranslations("activity.undoBatch")
  const sight = useQuota()
  const seconds = sight && secondsForCalls(calls, sight.quota)
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2 text-ink-muted text-xs tabular">
      {t("cost", { departments, calls })}{" "}
      {seconds === undefined ? null : seconds > 0 ? t("about", { seconds }) : t("atOnce")}
    </p>
  )
}

function Reading({ made, calls }: { made: number; calls: number }) {
  const t = useTranslations("activity.undoBatch")
  const text = t("reading", { made, calls })
  return (
    <div className="space-y-2">
      <p role="status" className="text-ink-muted">
        {text} <QuotaWait look="line" />
      </p>
      <ProgressBar label={t("look")} text={text} share={Math.min(1, made / calls)} moves />
    </div>
  )
}
