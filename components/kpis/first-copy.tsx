import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ChartLine } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import {
  invalidateSync,
  orderSync,
  type SyncAction,
  type SyncStatus,
  syncRunsOptions,
} from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { CopyProgress } from "./copy-progress"
import type { ExplorerSetup } from "./explorer-setup"
import { QuestionProblem } from "./question-problem"

export interface FirstCopyProps {
  readonly setup: ExplorerSetup
  /** Begun, without any rows so far. */
  readonly copy: SyncStatus | undefined
}

/** In the place of a chart of what has not been copied: what a copy costs, the way to begin, and its progress. */
export function FirstCopy({ setup, copy }: FirstCopyProps) {
  const t = useTranslations("kpis.copy")
  const { operation, dataSetId, name } = setup
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
                : t("cost", { count: estimate.calls, minutes: Math.ceil(estimate.minutes ?? 0) })}
            </p>
          </>
        )}
      </EmptyState>
      {order.error ? (
        <QuestionProblem error={order.error} onRetry={() => order.mutate("start")} />
      ) : null}
    </Card>
  )
}
