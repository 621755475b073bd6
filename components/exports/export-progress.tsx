import { useTranslations } from "use-intl"
import type { ExportJob } from "@/lib/client"
import { ProgressBar } from "../ui/progress-bar"

/** How far an export is; where nobody knows how many rows there are, only that it moves. */
export function ExportProgress({ job, title }: { job: ExportJob; title: string }) {
  const t = useTranslations("exports")
  const { rows, expectedRows, state } = job
  const share = expectedRows ? Math.min(1, rows / expectedRows) : null
  return (
    <ProgressBar
      label={t("progressOf", { title })}
      text={t("progress", { rows, calls: job.calls })}
      share={share}
      moves={state === "running" && !job.isWaiting}
    />
  )
}
