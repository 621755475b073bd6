import { useTranslations } from "use-intl"
import type { SyncProgress, SyncStatus } from "@/lib/client"
import { ProgressBar } from "../ui/progress-bar"

/** What a run has read and what is left of it, in words. */
function useProgressText({ rows, pages, share, callsLeft, minutesLeft }: SyncProgress): string {
  const t = useTranslations("dataSets.progress")
  const left =
    callsLeft === null
      ? [t("unknown")]
      : [
          t("calls", { count: callsLeft }),
          ...(minutesLeft === null ? [] : [t("minutes", { minutes: Math.round(minutesLeft) })]),
        ]
  return [
    ...(share === null ? [] : [t("share", { share: Math.floor(share * 100) / 100 })]),
    t("rows", { count: rows }),
    t("pages", { count: pages }),
    ...left,
  ].join(" · ")
}

export interface CopyProgressProps {
  readonly name: string
  readonly copy: SyncStatus
  readonly run: SyncProgress
}

/** How far a run is; before anybody can tell, only that it moves. */
export function CopyProgress({ name, copy, run }: CopyProgressProps) {
  const t = useTranslations("dataSets.progress")
  const text = useProgressText(run)
  const { share } = run
  const moves = copy.state === "running" && !copy.isWaiting
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={t("label", { name })} text={text} share={share} moves={moves} />
      <p className="text-ink-muted text-xs tabular">{text}</p>
    </div>
  )
}
