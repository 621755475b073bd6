import { useTranslations } from "use-intl"
import type { ExportJob } from "@/lib/client"
import { cn } from "../ui/class-names"

/** How far an export is; where nobody knows how many rows there are, only that it moves. */
export function ExportProgress({ job, title }: { job: ExportJob; title: string }) {
  const t = useTranslations("exports")
  const { rows, expectedRows, state } = job
  const share = expectedRows ? Math.min(1, rows / expectedRows) : undefined
  const moves = state === "running" && !job.isWaiting
  return (
    <div
      role="progressbar"
      aria-label={t("progressOf", { title })}
      aria-valuetext={t("progress", { rows, calls: job.calls })}
      {...(share !== undefined && {
        "aria-valuenow": Math.round(share * 100),
        "aria-valuemin": 0,
        "aria-valuemax": 100,
      })}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={cn(
          "h-full rounded-full",
          moves ? "bg-accent" : "bg-control",
          share === undefined && (moves ? "opacity-40 motion-safe:animate-pulse" : "hidden"),
        )}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  )
}
