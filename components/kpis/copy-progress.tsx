import { useTranslations } from "use-intl"
import type { SyncProgress } from "@/lib/client"
import { ProgressBar } from "../ui/progress-bar"

/** How far a run is, as a bar and in words. */
export function CopyProgress({ name, run }: { name: string; run: SyncProgress }) {
  const t = useTranslations("kpis.copy")
  const { share, rows, pages, callsLeft, minutesLeft } = run
  const left = callsLeft === null ? [] : [t("callsLeft", { count: callsLeft })]
  const time = minutesLeft === null ? [] : [t("minutesLeft", { count: Math.round(minutesLeft) })]
  const text = [t("rows", { count: rows }), t("pages", { count: pages }), ...left, ...time].join(
    " · ",
  )
  return (
    <div className="grid gap-1">
      <ProgressBar label={t("progress", { name })} text={text} share={share} moves />
      <p className="tabular text-ink-muted text-xs">{text}</p>
    </div>
  )
}
