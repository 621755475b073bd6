import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useState } from "react"
import { useNow, useTranslations } from "use-intl"
import {
  type PageAnswer,
  reportHref,
  type SyncableList,
  type SyncStatus,
  syncRunsOptions,
} from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { ProgressBar } from "../ui/progress-bar"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { UpdatedAt } from "../ui/updated-at"
import { useCodeText } from "../ui/use-code-text"
import { useReport } from "./report-context"
import { carryView, liveView } from "./whole-views"

interface SourceLineProps {
  readonly page: Pick<PageAnswer, "source" | "asOf">
}

/** The age of a report's rows; on demand, their source and the progress of the list's copy. */
export function SourceLine({ page }: SourceLineProps) {
  const { setup, view, ownZone } = useReport()
  const t = useTranslations("reports")
  const [isOpen, setOpen] = useState(false)
  const { operation, source, whole, steps } = setup
  const isWhole = operation.wholeOf !== undefined
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        render={
          <Button size="sm" variant="ghost" className="px-1.5 text-ink-muted text-xs tabular" />
        }
      >
        <UpdatedAt value={page.asOf} timeZone={ownZone} />
      </PopoverTrigger>
      <PopoverContent label={t("copy.open")} align="end" className="grid gap-2">
        <p className="text-sm">{t(`copy.source.${page.source}`)}</p>
        {isWhole ? null : (
          <CopyDetails list={{ operation: operation.id, parameters: view.parameters }} />
        )}
        {source ? (
          <Link
            href={reportHref(source, liveView(setup, source, view))}
            prefetch={false}
            className={buttonVariants({ size: "sm" })}
          >
            {t("whole.live")}
          </Link>
        ) : null}
        {!isWhole && whole && steps.length === 0 ? (
          <Link
            href={reportHref(whole, carryView(whole, view))}
            prefetch={false}
            className={buttonVariants({ size: "sm" })}
          >
            {t("whole.searchFields")}
          </Link>
        ) : null}
      </PopoverContent>
    </Popover>
  )
}

/** The progress of a list's copy, read while it is visible. */
function CopyDetails({ list }: { list: SyncableList }) {
  const t = useTranslations("reports.copy")
  const { data, error, refetch } = useQuery(syncRunsOptions(list))
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-4 w-48" />
  const { list: copy } = data
  if (!copy) return <p className="text-ink-muted text-xs">{t("none")}</p>
  return (
    <div className="grid gap-1.5 border-t pt-2 text-xs tabular">
      {copy.isComplete ? <CompleteCopy copy={copy} /> : null}
      <CopyWork copy={copy} />
    </div>
  )
}

function CompleteCopy({ copy }: { copy: SyncStatus }) {
  const { format } = useReport()
  const t = useTranslations("reports.copy")
  const now = useNow().getTime()
  const { syncedUntil, keptFrom, state, nextAt, everyMinutes } = copy
  const write = (time: string | null) => (time === null ? "" : (format.moment(time) ?? time))
  const next = () => {
    if (state !== "idle") return null
    if (everyMinutes === null) return t("never")
    if (nextAt === null) return null
    return Date.parse(nextAt) <= now ? t("soon") : t("next", { time: write(nextAt) })
  }
  const time = write(syncedUntil)
  return (
    <p>
      {keptFrom === null ? t("complete", { time }) : t("kept", { time, day: write(keptFrom) })}
      {next() === null ? null : `; ${next()}`}
    </p>
  )
}

/** What a copy is doing, or what prevents it. */
function CopyWork({ copy }: { copy: SyncStatus }) {
  const t = useTranslations("reports.copy")
  const textOf = useCodeText()
  const { state, isComplete, isWaiting, reason, run } = copy
  if (state === "failed")
    return (
      <p className="text-critical-ink">
        {t("failed")} {textOf(reason)?.title}
      </p>
    )
  if (state === "paused") return <p className="text-ink-muted">{t("paused")}</p>
  if (state === "idle") return isComplete ? null : <p className="text-ink-muted">{t("part")}</p>
  if (isComplete) return <p className="text-ink-muted">{t("updating")}</p>
  const share = run?.share ?? null
  const minutes = run?.minutesLeft ?? null
  const text = [
    share === null ? t("begun") : t("share", { share: Math.floor(share * 100) / 100 }),
    ...(minutes === null ? [] : [t("minutes", { minutes: Math.round(minutes) })]),
    ...(isWaiting ? [t("waiting")] : []),
  ].join(", ")
  return (
    <div className="grid gap-1">
      <ProgressBar label={t("title")} text={text} share={share} moves={!isWaiting} />
      <p className="text-ink-muted">{text}</p>
    </div>
  )
}
