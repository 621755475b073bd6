import { useQuery } from "@tanstack/react-query"
import { useFormatter, useNow, useTranslations } from "use-intl"
import { type SyncRun, syncRunsOptions } from "@/lib/client"
import { Badge, type BadgeTone } from "../ui/badge"
import { DateTime } from "../ui/date-time"
import { ReadProblem } from "../ui/read-problem"
import { Sheet, SheetContent } from "../ui/sheet"
import { Skeleton } from "../ui/skeleton"
import type { ListedCopy } from "./listed-copy"

const units = [
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const

/**
 * A duration in the unit with the fewest digits: seconds below a minute, then minutes and hours
 * with one decimal.
 */
export function durationIn(ms: number): { value: number; unit: "second" | "minute" | "hour" } {
  const [long] = units.filter((each) => ms >= each.ms)
  if (long) return { value: Math.round((ms / long.ms) * 10) / 10, unit: long.unit }
  const seconds = Math.max(0, ms) / 1000
  return {
    value: seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds),
    unit: "second",
  }
}

interface CopyHistoryProps {
  readonly listed: ListedCopy
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function CopyHistory({ listed, isOpen, onClose }: CopyHistoryProps) {
  const t = useTranslations("dataSets.runs")
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <SheetContent title={t("title", { name: listed.name })} description={t("description")}>
        <Runs listed={listed} />
      </SheetContent>
    </Sheet>
  )
}

function Runs({ listed: { list } }: Pick<CopyHistoryProps, "listed">) {
  const t = useTranslations("dataSets.runs")
  const { data, error, refetch } = useQuery(syncRunsOptions(list))
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-24" />
  if (data.runs.length === 0) return <p className="text-ink-muted">{t("empty")}</p>
  return (
    <ol className="-mx-5 border-t">
      {data.runs.map((run) => (
        <li key={run.startedAt} className="border-b px-5 py-3">
          <Run run={run} />
        </li>
      ))}
    </ol>
  )
}

const tones = {
  running: "accent",
  done: "positive",
  cancelled: "neutral",
} as const satisfies Record<string, BadgeTone>

function Run({ run }: { run: SyncRun }) {
  const t = useTranslations("dataSets.runs")
  const format = useFormatter()
  const { kind, outcome, startedAt, inserted, changed, deleted } = run
  const state = outcome ?? "running"
  const isChanged = inserted + changed + deleted > 0
  const figures = [
    [t("duration"), <Duration key="duration" run={run} />],
    [t("rows"), format.number(run.rows)],
    [t("pages"), format.number(run.pages)],
    [t("calls"), format.number(run.calls)],
  ] as const
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-medium">{t(`kind.${kind}`)}</h3>
        <Badge tone={tones[state]}>{t(`outcome.${state}`)}</Badge>
        <DateTime value={startedAt} className="ml-auto text-ink-muted text-xs tabular" />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-xs sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-faint">{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-muted text-xs tabular">
        {isChanged ? t("changesInWords", { inserted, changed, deleted }) : t("noChange")}
      </p>
    </div>
  )
}

function Duration({ run: { startedAt, endedAt } }: { run: SyncRun }) {
  const format = useFormatter()
  const now = useNow({ updateInterval: 1000 })
  const end = endedAt === null ? now.getTime() : Date.parse(endedAt)
  const { value, unit } = durationIn(end - Date.parse(startedAt))
  return format.number(value, { style: "unit", unit, unitDisplay: "short" })
}
