"use client"

import { useQuery } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react"
import { useFormatter, useTranslations } from "use-intl"
import { type DashboardStatus, statusOptions } from "@/lib/client"
import { Card, CardBody } from "../ui/card"
import { cn } from "../ui/class-names"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import type { OperationTitles } from "./request-history"
import { CopiesFigures, DiskFigures, ExportsFigures, QuotaFigures } from "./status-figures"
import { InstancesTable, PartsTable } from "./status-parts"
import { useVerdict } from "./status-problems"
import { ErrorsTable, JobsTable, StatementsTable } from "./status-work"

interface StatusCardsProps {
  readonly titles: OperationTitles
}

/** The dashboard's status for operators: a verdict first, then each part; refreshes itself. */
export function StatusCards({ titles }: StatusCardsProps) {
  const { data, error, refetch } = useQuery(statusOptions())
  if (error && !data)
    return (
      <Card>
        <CardBody>
          <ReadProblem error={error} onRetry={refetch} />
        </CardBody>
      </Card>
    )
  if (!data) return <WaitingCards />
  return (
    <div className="grid gap-4">
      <VerdictCard status={data} isOld={error !== null} />
      <InstancesTable instances={data.instances} />
      <div className="grid gap-4 lg:grid-cols-2">
        <PartsTable status={data} />
        <QuotaFigures quota={data.quota} />
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <CopiesFigures copies={data.copies} titles={titles} />
        <ExportsFigures exports={data.exports} />
        <DiskFigures disk={data.disk} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <JobsTable jobs={data.jobs} instances={data.instances} />
        <ErrorsTable errors={data.errors} titles={titles} />
      </div>
      <StatementsTable statements={data.statements} />
    </div>
  )
}

const faces = {
  good: { Icon: CircleCheck, ink: "text-positive-ink" },
  limited: { Icon: TriangleAlert, ink: "text-caution-ink" },
  broken: { Icon: CircleAlert, ink: "text-critical-ink" },
} as const

const clockFormat = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const

interface VerdictCardProps {
  readonly status: DashboardStatus
  /** True if the last refresh failed. */
  readonly isOld: boolean
}

function VerdictCard({ status, isOld }: VerdictCardProps) {
  const t = useTranslations("settings.status")
  const format = useFormatter()
  const { state, problems } = useVerdict(status)
  const { Icon, ink } = faces[state]
  const time = format.dateTime(new Date(status.asOf), clockFormat)
  return (
    <Card aria-label={t("title")}>
      <CardBody className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon className={cn("mt-0.5 size-5 shrink-0", ink)} aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-64">
          <p role="status" className="font-semibold text-base">
            {t(state)}
          </p>
          {problems.length === 0 ? <p className="text-ink-muted">{t("goodDetail")}</p> : null}
          {problems.length > 0 ? (
            <ul className="mt-1 grid max-w-3xl gap-1">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          ) : null}
          {isOld ? <p className="mt-1 text-caution-ink">{t("notUpdated", { time })}</p> : null}
        </div>
        <p className="text-ink-muted text-xs tabular">
          {t("asOf", { time })} · {t("every")}
        </p>
      </CardBody>
    </Card>
  )
}

/** Placeholders of the cards' final size. */
function WaitingCards() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-32" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
