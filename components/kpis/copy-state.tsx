import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ChartLine } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import {
  invalidateSync,
  orderSync,
  type SyncAction,
  type SyncProgress,
  type SyncStatus,
  syncRunsOptions,
} from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { ProgressBar } from "../ui/progress-bar"
import { UpdatedAt } from "../ui/updated-at"
import { AnswerProblem } from "./answer-problem"
import { useExplorer } from "./explorer-context"

/** A run's progress as a bar and in numbers. */
function CopyProgress({ name, run }: { name: string; run: SyncProgress }) {
  const t = useTranslations("kpis.copy")
  const { share, rows, minutesLeft } = run
  const time = minutesLeft === null ? [] : [t("minutesLeft", { count: Math.round(minutesLeft) })]
  const text = [t("rows", { count: rows }), ...time].join(" · ")
  return (
    <div className="grid gap-1">
      <ProgressBar label={t("progress", { name })} text={text} share={share} moves />
      <p className="tabular text-ink-muted text-xs">{text}</p>
    </div>
  )
}

/** The age of the copy, and the progress of a first copy. */
export function CopyState({ name, copy }: { name: string; copy: SyncStatus }) {
  const t = useTranslations("kpis.copy")
  if (!copy.isComplete)
    return (
      <div className="grid max-w-md gap-1">
        <span>{t("growing")}</span>
        {copy.run ? <CopyProgress name={name} run={copy.run} /> : null}
      </div>
    )
  return (
    <span className="inline-flex flex-wrap gap-x-1.5 text-xs">
      {t("rows", { count: copy.rows })}
      {copy.syncedUntil ? (
        <>
          <span aria-hidden="true">·</span>
          <UpdatedAt value={copy.syncedUntil} />
        </>
      ) : null}
    </span>
  )
}

interface FirstCopyProps {
  /** Started, without any rows so far. */
  readonly copy: SyncStatus | undefined
}

/**
 * Replaces the chart of an uncopied data set: the cost of a copy, the button to start it, and its
 * progress.
 */
export function FirstCopy({ copy }: FirstCopyProps) {
  const t = useTranslations("kpis.copy")
  const { operation, dataSetId, name } = useExplorer().setup
  const list = { operation: operation.id, parameters: { dataSetId } }
  const client = useQueryClient()
  const estimate = useQuery(syncRunsOptions(list)).data?.estimate
  const order = useMutation({
    mutationFn: (action: SyncAction) => orderSync({ ...list, action }),
    onSettled: () => invalidateSync(client),
  })
  const report = new URLSearchParams({ "path.dataSetId": dataSetId, sort: "-timeStamp" })
  const isStopped = copy?.state === "paused" || copy?.state === "failed"
  const isUnderWay = copy?.state === "running"
  return (
    <Card aria-label={name}>
      <EmptyState
        icon={ChartLine}
        title={isUnderWay ? t("underWay") : isStopped ? t("stopped") : t("none")}
        actions={
          <>
            {isUnderWay ? null : (
              <Button
                variant="primary"
                disabled={order.isPending}
                onClick={() => order.mutate(isStopped ? "resume" : "start")}
              >
                {isStopped ? t("resume") : t("start")}
              </Button>
            )}
            {copy?.mayRemove ? (
              <Button disabled={order.isPending} onClick={() => order.mutate("remove")}>
                {isUnderWay ? t("cancel") : t("remove")}
              </Button>
            ) : null}
            <Link
              href={`/reports/${operation.id}?${report}`}
              prefetch={false}
              className={buttonVariants()}
            >
              {t("report")}
            </Link>
          </>
        }
      >
        {isUnderWay && copy.run ? (
          <div className="mx-auto mt-3 w-72 text-left">
            <CopyProgress name={name} run={copy.run} />
          </div>
        ) : (
          <>
            <p>{t("why")}</p>
            <p className="mt-2">
              {estimate?.calls === null || estimate === undefined
                ? t("costUnknown")
                : t("cost", { minutes: Math.ceil(estimate.minutes ?? 0) })}
            </p>
          </>
        )}
      </EmptyState>
      {order.error ? (
        <AnswerProblem error={order.error} onRetry={() => order.mutate("start")} />
      ) : null}
    </Card>
  )
}
