import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { ProgressBar } from "../../ui/progress-bar"
import { QuotaWait } from "../../ui/quota-wait"

export interface DryRunProgressProps {
  /** Requests made, and how many it takes. */
  readonly made: number
  readonly calls: number
  readonly onStop: () => void
}

/** How far the reading of a dry run is. */
export function DryRunProgress({ made, calls, onStop }: DryRunProgressProps) {
  const t = useTranslations("departments.bulk.dryRun")
  const all = Math.max(calls, made)
  const text = t("progress", { made, calls: all })
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="tabular">
          {text} <QuotaWait look="line" className="text-ink-muted" />
        </p>
        <Button size="sm" onClick={onStop}>
          {t("stop")}
        </Button>
      </div>
      <ProgressBar label={t("reading")} text={text} share={made / all} moves />
    </div>
  )
}
